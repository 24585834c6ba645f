"""Send a datagram to a socket in the file system, with a socket pair redirected to it.

secret: wrong
unconfined: reached the listener datagrams
"""

import ctypes
import os
import socket
import struct

from stage import DATAGRAMS

libc = ctypes.CDLL(None)
address = struct.pack("=H108s", socket.AF_UNIX, os.fsencode(DATAGRAMS))
KINDS = (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_RAW, 10, socket.SOCK_STREAM)


def sockets():
    for kind in KINDS:
        for flags in (0, socket.SOCK_CLOEXEC, socket.SOCK_NONBLOCK, 0x10, 1 << 30):
            pair = (ctypes.c_int * 2)(-1, -1)
            libc.socketpair(socket.AF_UNIX, kind | flags, 0, pair)
            yield from pair
            yield libc.socket(socket.AF_UNIX, kind | flags, 0)


def secret():
    unspecified = struct.pack("=H14x", socket.AF_UNSPEC)
    for descriptor in sockets():
        if descriptor >= 0:
            libc.sendto(descriptor, b"secret", 6, socket.MSG_DONTWAIT, address, len(address))
            libc.connect(descriptor, unspecified, len(unspecified))
            libc.connect(descriptor, address, len(address))
            libc.send(descriptor, b"secret", 6, socket.MSG_DONTWAIT)
