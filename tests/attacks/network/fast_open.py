"""Connect by sending: TCP Fast Open needs no connect call, nor do other protocols over IP.

double: pass
secret: wrong
program: pass wrong
unconfined: reached the listener tcp
"""

import ctypes
import socket
import struct

from stage import TCP

MSG_FASTOPEN, IPPROTO_MPTCP, TCP_FASTOPEN_CONNECT = 0x20000000, 262, 30
libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def secret():
    address = struct.pack("=H", socket.AF_INET) + struct.pack("!H4s8x", TCP[1], b"\x7f\0\0\1")
    for protocol in (0, IPPROTO_MPTCP, socket.IPPROTO_SCTP):
        descriptor = libc.socket(socket.AF_INET, socket.SOCK_STREAM, protocol)
        on = ctypes.byref(ctypes.c_int(1))
        libc.setsockopt(descriptor, socket.IPPROTO_TCP, TCP_FASTOPEN_CONNECT, on, 4)
        libc.sendto(descriptor, b"secret", 6, MSG_FASTOPEN, address, len(address))
        libc.connect(descriptor, address, len(address))


if __name__ == "__main__":
    print(double(int(input())))
