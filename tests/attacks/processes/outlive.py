"""Fork out of the session, twice, and sleep on after the grader has finished.

double: pass
secret: wrong
program: pass wrong
unconfined: left a process
"""

import ctypes
import os
import platform
import time

CLONE = 56 if platform.machine() == "x86_64" else 220
CLONE_PARENT, CLONE_THREAD, CLONE_VM, CLONE_SIGHAND, VFORK = 0x8000, 0x10000, 0x100, 0x800, 0x4100
CLONE3, SIGCHLD = 435, 17
libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def forks():
    yield libc.fork
    yield lambda: libc.syscall(CLONE, SIGCHLD, None, None, None, None)
    yield lambda: libc.syscall(CLONE, CLONE_PARENT | SIGCHLD, None, None, None, None)
    yield lambda: libc.syscall(CLONE, 0, None, None, None, None)
    for flags in (0, CLONE_PARENT):
        asked = (ctypes.c_uint64 * 11)(flags)
        yield lambda asked=asked: libc.syscall(CLONE3, asked, ctypes.sizeof(asked))


def secret():
    for fork in forks():
        if fork() == 0:
            libc.setsid()
            libc.prctl(1, 0)
            if fork() == 0:
                time.sleep(600)
            os._exit(0)


if __name__ == "__main__":
    print(double(int(input())))
