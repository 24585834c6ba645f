"""Wait for connections, and leave a socket where other processes would look for one.

double: pass
secret: wrong
program: pass wrong
unconfined: left
"""

import contextlib
import ctypes
import os
import socket
import struct

from stage import TEMPORARY, TOKEN

libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def secret():
    paths = [os.fsencode(f"{folder}/{TOKEN}") for folder in (TEMPORARY, "/tmp", "..", ".")]
    unix = [(socket.AF_UNIX, struct.pack("=H108s", socket.AF_UNIX, path)) for path in paths]
    inet = (socket.AF_INET, struct.pack("=HH4s8x", socket.AF_INET, 0, b"\0" * 4))
    for family, address in (*unix, inet):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            pair = (ctypes.c_int * 2)(-1, -1)
            libc.socketpair(family, kind, 0, pair)
            for descriptor in (libc.socket(family, kind, 0), *pair):
                libc.bind(descriptor, address, len(address))
                if libc.listen(descriptor, 1) == 0:
                    with contextlib.suppress(OSError):
                        socket.socket(fileno=descriptor).getsockname()


if __name__ == "__main__":
    print(double(int(input())))
