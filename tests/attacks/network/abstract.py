"""Connect to a socket that has a name but no path, to which no rule about files applies.

double: pass
secret: wrong
program: pass wrong
unconfined: reached the listener hidden
"""

import ctypes
import os
import socket
import struct

from stage import ABSTRACT

libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def secret():
    name = os.fsencode(ABSTRACT)
    for address in (
        struct.pack("=H", socket.AF_UNIX) + name,
        struct.pack("=H108s", socket.AF_UNIX, name),
    ):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
            descriptor = libc.socket(socket.AF_UNIX, kind, 0)
            libc.connect(descriptor, address, len(address))
            libc.sendto(descriptor, b"secret", 6, 0, address, len(address))


if __name__ == "__main__":
    print(double(int(input())))
