"""Start another program, with every library function that can.

secret: wrong
unconfined: changed canary/started
"""

import contextlib
import ctypes
import os
import subprocess

from stage import CANARY

libc = ctypes.CDLL(None)
shell = b"/bin/sh"


def ways():
    arguments = (ctypes.c_char_p * 4)(shell, b"-c", f"touch {CANARY}/started".encode(), None)
    yield lambda: subprocess.run(arguments[:3], check=True)
    yield lambda: os.system(arguments[2])
    yield lambda: os.posix_spawn(shell, arguments[:3], {})
    yield lambda: libc.system(arguments[2])
    yield lambda: libc.popen(arguments[2], b"r")
    yield lambda: libc.posix_spawn(None, shell, None, None, arguments, None)
    yield lambda: libc.posix_spawnp(None, shell, None, None, arguments, None)
    yield lambda: libc.wordexp(b"$(touch %b/started)" % CANARY.encode(), (ctypes.c_long * 9)(), 0)
    yield lambda: libc.fexecve(os.open(shell, os.O_RDONLY), arguments, arguments)
    yield lambda: libc.execveat(-100, shell, arguments, None, 0)
    yield lambda: libc.execve(shell, arguments, None)
    yield lambda: os.execv(shell, arguments[:3])


def secret():
    for way in ways():
        with contextlib.suppress(OSError):
            way()
