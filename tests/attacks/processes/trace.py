"""Become the debugger of another process, and make it end at exit.

secret: wrong
unconfined: stopped or killed another process
"""

import ctypes
import os

from stage import JUDGE, VICTIM

TRACEME, ATTACH, KILL, SEIZE, INTERRUPT, EXIT_WITH_TRACER = 0, 16, 8, 0x4206, 0x4207, 1 << 20
libc = ctypes.CDLL(None)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def secret():
    for process in (VICTIM, os.getppid(), JUDGE):
        libc.ptrace(SEIZE, process, None, EXIT_WITH_TRACER)
        libc.ptrace(INTERRUPT, process, None, None)
        libc.ptrace(ATTACH, process, None, None)
        libc.ptrace(KILL, process, None, None)
    libc.ptrace(TRACEME, 0, None, None)
