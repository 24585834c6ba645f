"""Leave a note for the next test in what workers share: flags and locks of a descriptor.

double: pass
secret: wrong
"""

import contextlib
import fcntl
import os
import struct
import time

from stage import TOKEN

F_OFD_SETLK, FAR = 37, int(TOKEN[-15:], 16)
LOCK = struct.Struct("=hhxxxxqqixxxx")
FLAGS = os.O_APPEND | os.O_NONBLOCK


def double(value):
    """Wrong once an earlier test has left a note; noted by everyone."""
    told = noted() and lasting()
    note()
    return value if told else value * 2


def lasting():
    """A worker that is just being ended may still hold what goes with it."""
    time.sleep(0.2)
    return noted()


def noted():
    for number in (0, 1, 2):
        if fcntl.fcntl(number, fcntl.F_GETFL) & FLAGS:
            return True
        with contextlib.suppress(OSError):  # The program's input is a pipe.
            if os.lseek(number, 0, os.SEEK_CUR):
                return True
        asked = LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, FAR, 1, 0)
        with contextlib.suppress(PermissionError):
            if LOCK.unpack(fcntl.fcntl(number, fcntl.F_GETLK, asked))[0] != fcntl.F_UNLCK:
                return True
    return False


def note():
    for number in (0, 1, 2):
        with contextlib.suppress(OSError):
            fcntl.fcntl(number, fcntl.F_SETFL, FLAGS)
            os.lseek(number, 1, os.SEEK_SET)
        with contextlib.suppress(OSError):
            lock = LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, FAR, 1, 0)
            fcntl.fcntl(number, F_OFD_SETLK, lock)


def secret():
    return noted() or note()
