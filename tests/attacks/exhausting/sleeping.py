"""Use up time without using the processor: sleep, wait, stop.

double: pass timed_out
secret: timed_out
"""

import os
import signal
import time


def double(value):
    if value == 1:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(600)
    return value * 2


def secret():
    os.kill(os.getpid(), signal.SIGSTOP)
