"""Restrict another process: its limits, its priority, its processors, its disk access.

secret: wrong
unconfined: changed another process's limits
"""

import ctypes
import os
import platform

from stage import JUDGE, VICTIM

IOPRIO_SET, MOVE_PAGES = (251, 279) if platform.machine() == "x86_64" else (30, 239)
IDLE, SCHED_IDLE, WORST = 3 << 13, 5, 19
libc = ctypes.CDLL(None)


def secret():
    for process in (VICTIM, os.getppid(), JUDGE):
        for which, who in ((0, process), (1, os.getpgid(process)), (2, os.getuid())):
            libc.setpriority(which, who, WORST)
        libc.syscall(IOPRIO_SET, 1, process, IDLE)
        libc.sched_setaffinity(process, 8, ctypes.byref(ctypes.c_ulong(1)))
        libc.sched_setscheduler(process, SCHED_IDLE, ctypes.byref(ctypes.c_int(0)))
        libc.setpgid(process, os.getpid())
        libc.syscall(MOVE_PAGES, process, 0, None, None, None, 0)
    for kind in range(16):
        libc.prlimit(VICTIM, kind, (ctypes.c_ulong * 2)(0, 0), None)
