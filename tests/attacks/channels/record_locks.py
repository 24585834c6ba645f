"""Tell another worker something by locks on files that all may open.

double: pass
secret: wrong
"""

import fcntl
import os
import struct
import sys

import stage
from stage import TOKEN

F_OFD_GETLK, F_OFD_SETLK, FAR = 36, 37, int(TOKEN[-15:], 16)
LOCK = struct.Struct("=hhxxxxqqixxxx")
PLACES = (os.devnull, stage.__file__, os.__file__, "/dev/urandom", "/etc/localtime", sys.prefix, ".")
held = []


def double(value):
    """Wrong if another worker that is loaded already, a spare, holds a lock."""
    return value if told else value * 2


def lock(kind):
    return LOCK.pack(kind, os.SEEK_SET, FAR, 1, 0)


def exchange():
    """Lock all places, and return whether another worker has locked one."""
    found = False
    for place in PLACES:
        try:
            held.append(os.open(place, os.O_RDONLY))
        except OSError:
            continue
        for command in (fcntl.F_GETLK, F_OFD_GETLK):
            answer = attempt(command, lock(fcntl.F_WRLCK))
            found |= bool(answer) and LOCK.unpack(answer)[0] != fcntl.F_UNLCK
        for command in (fcntl.F_SETLK, F_OFD_SETLK):
            attempt(command, lock(fcntl.F_RDLCK))
        try:
            fcntl.flock(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            found = True
        except OSError:
            pass
    return found


def attempt(command, argument):
    try:
        return fcntl.fcntl(held[-1], command, argument)
    except OSError:
        return b""


told = exchange()


def secret():
    return told
