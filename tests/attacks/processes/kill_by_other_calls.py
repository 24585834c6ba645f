"""Signal another process with calls other than kill.

secret: wrong
unconfined: stopped or killed another process
"""

import ctypes
import os
import platform
import signal

from stage import VICTIM

TKILL, QUEUE, QUEUE_THREAD = (200, 129, 297) if platform.machine() == "x86_64" else (130, 138, 240)
PIDFD_SEND_SIGNAL, PIDFD_OPEN, SI_QUEUE = 424, 434, -1
libc = ctypes.CDLL(None)


def secret():
    about = (ctypes.c_int * 32)(signal.SIGKILL, 0, SI_QUEUE)
    libc.tgkill(VICTIM, VICTIM, signal.SIGKILL)
    libc.tgkill(-1, VICTIM, signal.SIGKILL)
    libc.tgkill(os.getpid(), VICTIM, signal.SIGKILL)
    libc.syscall(TKILL, VICTIM, signal.SIGKILL)
    libc.syscall(QUEUE, VICTIM, signal.SIGKILL, about)
    libc.syscall(QUEUE_THREAD, VICTIM, VICTIM, signal.SIGKILL, about)
    libc.sigqueue(VICTIM, signal.SIGKILL, None)
    handle = libc.syscall(PIDFD_OPEN, VICTIM, 0)
    libc.syscall(PIDFD_SEND_SIGNAL, handle, signal.SIGKILL, None, 0)
