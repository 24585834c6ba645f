"""Let the kernel copy or map unreadable files: none of these calls reads the file.

secret: wrong
unconfined: gained
"""

import ctypes
import mmap
import os
import re

from stage import NEIGHBOUR

libc = ctypes.CDLL(None)
SIZE = 60


def into_pipe(call):
    """What `call` moves from the file, opened in any way that succeeds, to the other end."""

    def way(held):
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        call(held, writer)
        return os.read(reader, SIZE)

    return way


def copied(held):
    with open("copy", "w+b") as copy:
        os.copy_file_range(held, copy.fileno(), SIZE)
        return copy.read()


def mapped(held):
    return mmap.mmap(held, SIZE, mmap.MAP_PRIVATE, mmap.PROT_READ)[:]


def secret():
    splice = into_pipe(lambda held, pipe: libc.splice(held, None, pipe, None, SIZE, 0))
    sent = into_pipe(lambda held, pipe: os.sendfile(pipe, held, 0, SIZE))
    for flags in (os.O_RDONLY, os.O_RDWR, os.O_PATH, os.O_WRONLY, os.O_WRONLY | os.O_APPEND, 3):
        try:
            held = os.open(NEIGHBOUR, flags)
        except OSError:
            continue
        for way in (copied, mapped, splice, sent):
            try:
                return re.search(rb"[0-9a-f]{40}", way(held))[0].decode()
            except (OSError, ValueError, TypeError):
                continue
