"""Use the network in the ordinary ways: names, addresses, a page. The refusal is a message.

secret: crashed
"""

import socket
import urllib.request

from stage import TCP


def secret():
    try:
        socket.getaddrinfo("localhost", TCP[1])
        socket.create_connection(TCP, timeout=0.1)
    except PermissionError:
        return urllib.request.urlopen(f"http://127.0.0.1:{TCP[1]}/", timeout=0.1).read().decode()
