"""Use the network in the ordinary ways: names, addresses, a page. The refusal is a message.

double: pass
secret: crashed
program: pass wrong
"""

import socket
import urllib.request

from stage import TCP


def double(value):
    return value * 2


def secret():
    try:
        socket.getaddrinfo("localhost", TCP[1])
        socket.create_connection(TCP, timeout=0.1)
    except PermissionError:
        return urllib.request.urlopen(f"http://127.0.0.1:{TCP[1]}/", timeout=0.1).read().decode()


if __name__ == "__main__":
    print(double(int(input())))
