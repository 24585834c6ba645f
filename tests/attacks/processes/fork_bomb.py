"""Fork endlessly, past every kind of refusal.

secret: timed_out
"""

import ctypes
import os

libc = ctypes.CDLL(None)


def secret():
    while True:
        libc.fork()
        libc.vfork()
        try:
            os.fork()
        except OSError:
            continue
