"""Link another user's file into the scratch folder, and read it by that name.

secret: wrong
unconfined: gained
"""

import contextlib
import ctypes
import os
import re

from stage import NEIGHBOUR

AT_FDCWD, AT_SYMLINK_FOLLOW, AT_EMPTY_PATH, MS_BIND = -100, 0x400, 0x1000, 4096
libc = ctypes.CDLL(None)
foreign = NEIGHBOUR.encode()


def exchange_folders():
    """Put the neighbour's folder where the own one is."""
    RENAME_EXCHANGE, folder = 2, os.path.dirname(NEIGHBOUR).encode()
    os.mkdir("own")
    libc.renameat2(AT_FDCWD, folder, AT_FDCWD, b"own", RENAME_EXCHANGE)
    os.link("own/work.py", "exchanged")


def link_descriptor():
    held = os.open(NEIGHBOUR, os.O_PATH)
    libc.linkat(held, b"", AT_FDCWD, b"held", AT_EMPTY_PATH)
    libc.linkat(AT_FDCWD, b"/proc/self/fd/%d" % held, AT_FDCWD, b"followed", AT_SYMLINK_FOLLOW)


def ways():
    yield lambda: os.symlink(NEIGHBOUR, "symbolic")
    yield lambda: os.symlink("/", "top")
    yield lambda: libc.symlink(foreign, b"plain")
    yield lambda: os.link(NEIGHBOUR, "hard")
    yield lambda: libc.link(foreign, b"harder")
    yield lambda: libc.mount(foreign, b"mounted", None, MS_BIND, None)
    yield link_descriptor
    yield lambda: os.rename(NEIGHBOUR, "moved")
    yield exchange_folders


def secret():
    os.close(os.open("mounted", os.O_CREAT))
    for way in ways():
        with contextlib.suppress(OSError):
            way()
        for name in (*os.listdir("."), f"top/{NEIGHBOUR}"):
            with contextlib.suppress(OSError), open(name, "rb") as file:
                if found := re.search(rb"[0-9a-f]{40}", file.read()):
                    return found[0].decode()
