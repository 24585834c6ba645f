"""Allocate memory in every way: lists, bytes, mappings, memory files and shared segments.

secret: out_of_memory
"""

import contextlib
import ctypes
import mmap
import os

PIECE, IPC_PRIVATE, HUGE = 16 << 20, 0, 0x40000
libc = ctypes.CDLL(None)
libc.shmat.restype = libc.malloc.restype = ctypes.c_void_p
held = []


def filled(number):
    """More of a file in memory than the address space has room for, written and not mapped."""
    for at in range(0, 1 << 30, PIECE):
        os.pwrite(number, bytes(PIECE), at)
    return number


def mapped(flags):
    mapping = mmap.mmap(-1, PIECE, flags=flags)
    mapping.write(b"x" * PIECE)
    return mapping


def segment():
    at = libc.shmat(libc.shmget(IPC_PRIVATE, PIECE, 0o600), None, 0)
    ctypes.memset(at, 1, PIECE)


def kinds():
    yield lambda: bytearray(PIECE)
    yield lambda: [None] * (PIECE // 8)
    yield lambda: mapped(mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    yield lambda: mapped(mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
    yield lambda: mapped(mmap.MAP_SHARED | mmap.MAP_ANONYMOUS | HUGE)
    if libc.memfd_create(b"held", 0) >= 0:
        yield lambda: filled(libc.memfd_create(b"held", 0))
    if libc.shmget(IPC_PRIVATE, PIECE, 0o600) >= 0:
        yield segment


def secret():
    for kind in kinds():
        with contextlib.suppress(MemoryError, OSError, ValueError):
            for _ in range(100):
                held.append(kind())
    while True:
        held.append(bytearray(PIECE))
