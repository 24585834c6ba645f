"""Send a datagram to a server on this machine, with and without connecting first.

double: pass
secret: wrong
program: pass wrong
unconfined: reached the listener udp
"""

import ctypes
import socket
import struct

from stage import UDP

libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def secret():
    address = struct.pack("=H", socket.AF_INET) + struct.pack("!H4s8x", UDP[1], b"\x7f\0\0\1")
    mapped = b"\0" * 10 + b"\xff\xff\x7f\0\0\1"
    wide = struct.pack("=H", socket.AF_INET6) + struct.pack("!HI16sI", UDP[1], 0, mapped, 0)
    for family, place in ((socket.AF_INET, address), (socket.AF_INET6, wide)):
        for kind in (socket.SOCK_DGRAM, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC):
            descriptor = libc.socket(family, kind, socket.IPPROTO_UDP)
            libc.sendto(descriptor, b"secret", 6, 0, place, len(place))
            libc.connect(descriptor, place, len(place))
            libc.send(descriptor, b"secret", 6, 0)
            libc.write(descriptor, b"secret", 6)


if __name__ == "__main__":
    print(double(int(input())))
