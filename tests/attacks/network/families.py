"""Open sockets of every family and kind: raw, packet and netlink sockets can change the machine.

double: pass
secret: wrong
"""

import ctypes
import socket

LAST_FAMILY = 46
libc = ctypes.CDLL(None)


def double(value):
    """Wrong once any has been had."""
    return value if any(had()) else value * 2


def had():
    for family in range(LAST_FAMILY + 1):
        for kind in (*range(1, 7), socket.SOCK_DGRAM | socket.SOCK_CLOEXEC):
            for protocol in (0, 1, 6, 16, 255):
                if libc.socket(family, kind, protocol) >= 0:
                    yield family


def secret():
    pair = (ctypes.c_int * 2)()
    for family in set(range(LAST_FAMILY + 1)) - {socket.AF_UNIX}:
        if libc.socketpair(family, socket.SOCK_STREAM, 0, pair) == 0:
            raise AssertionError(family)
