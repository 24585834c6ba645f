"""Signal every possible process: all, its own group, the judge, the jail.

secret: wrong
"""

import ctypes
import itertools
import os
import signal

from stage import JUDGE, VICTIM

libc = ctypes.CDLL(None)


def secret():
    jail = os.getppid()
    groups = {os.getpgid(JUDGE), os.getpgid(jail), os.getpgid(VICTIM), 1}
    targets = [VICTIM, JUDGE, jail, *(-group for group in groups), -1]
    deadly = (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, 40)
    for target, what in itertools.product(targets, deadly):
        for near in (target, target + (1 << 32)):
            libc.kill(ctypes.c_long(near), what)
        libc.killpg(abs(target), what)
