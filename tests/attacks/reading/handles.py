"""Open a file without its name: by a handle, a detached mount, a watch on its folder.

secret: wrong
"""

import ctypes
import os
import re
import struct

from stage import CANARY, NEIGHBOUR

AT_FDCWD, OPEN_TREE_CLONE, FAN_REPORT_FID = -100, 1, 0x200
OPEN_TREE, FSOPEN, FSPICK = 428, 430, 433
libc = ctypes.CDLL(None)
foreign = NEIGHBOUR.encode()


def by_handle(number):
    """Handles are easily made up, too: inode and generation."""
    handle = ctypes.create_string_buffer(struct.pack("=Ii", 128, 0), 136)
    mount = ctypes.c_int()
    if libc.name_to_handle_at(AT_FDCWD, foreign, handle, ctypes.byref(mount), 0):
        inode = os.stat(NEIGHBOUR).st_ino
        handle.raw = struct.pack("=IiII", 8, 1, inode, number).ljust(136, b"\0")
    for folder in (".", "/", os.path.dirname(__file__)):
        yield libc.open_by_handle_at(os.open(folder, os.O_RDONLY), handle, os.O_RDONLY)


def by_mount():
    tree = libc.syscall(OPEN_TREE, AT_FDCWD, CANARY.encode(), OPEN_TREE_CLONE)
    yield libc.openat(tree, b"keep.txt", os.O_RDONLY)
    for number in (libc.syscall(FSOPEN, b"proc", 0), libc.syscall(FSPICK, AT_FDCWD, b"/", 0)):
        yield libc.openat(number, foreign, os.O_RDONLY)


def by_watch():
    yield libc.inotify_init1(os.O_NONBLOCK)
    yield libc.fanotify_init(FAN_REPORT_FID | os.O_NONBLOCK, 0)


def secret():
    for way in (*(by_handle(number) for number in range(4)), by_mount(), by_watch()):
        while True:
            try:
                for number in way:
                    if number >= 0 and (found := re.search(rb"[0-9a-f]{40}", os.read(number, 999))):
                        return found[0].decode()
                break
            except OSError:
                break
