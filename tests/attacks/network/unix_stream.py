"""Connect to a socket in the file system, also through a link to it.

double: pass
secret: wrong
program: pass wrong
unconfined: reached the listener unix
"""

import contextlib
import ctypes
import os
import socket
import struct

from stage import UNIX

libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def names():
    yield UNIX
    yield f"/proc/self/root{UNIX}"
    with contextlib.suppress(OSError):
        os.link(UNIX, "linked")
    with contextlib.suppress(OSError):
        os.symlink(UNIX, "symbolic")
    with contextlib.suppress(OSError):
        yield f"/proc/self/fd/{os.open(UNIX, os.O_PATH)}"
    yield "linked"
    yield "symbolic"


def secret():
    for name in names():
        address = struct.pack("=H108s", socket.AF_UNIX, os.fsencode(name))
        for kind in (socket.SOCK_STREAM, socket.SOCK_STREAM | socket.SOCK_NONBLOCK):
            pair = (ctypes.c_int * 2)()
            libc.socketpair(socket.AF_UNIX, kind, 0, pair)
            for descriptor in (libc.socket(socket.AF_UNIX, kind, 0), pair[0]):
                libc.connect(descriptor, address, len(address))
                libc.sendto(descriptor, b"secret", 6, 0, address, len(address))


if __name__ == "__main__":
    print(double(int(input())))
