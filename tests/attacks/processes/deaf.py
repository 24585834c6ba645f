"""Ignore and block every signal, leave the session, detach from the parent, and keep computing.

double: pass
secret: timed_out
program: pass wrong
"""

import contextlib
import ctypes
import os
import signal

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def secret():
    for number in range(1, signal.NSIG):
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    libc.prctl(PR_SET_PDEATHSIG, 0)
    libc.prctl(PR_SET_DUMPABLE, 1)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    libc.setsid()
    libc.setpgid(0, os.getppid())
    libc.daemon(1, 1)
    while True:
        pass


if __name__ == "__main__":
    print(double(int(input())))
