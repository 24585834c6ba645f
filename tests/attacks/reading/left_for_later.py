"""Leave a note for the next test, wherever one may last longer than the process, and act on it.

double: pass
secret: wrong
program: pass wrong
unconfined: left
"""

import contextlib
import ctypes
import errno
import os
import socket

from stage import TEMPORARY, TOKEN

IPC_CREAT = 0o1000
KEY = int(TOKEN[-7:], 16)
FOLDERS = (TEMPORARY, "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "..", "../..", "/")
libc = ctypes.CDLL(None)
held = []


def double(value):
    """Wrong once an earlier test has left a note; noted by everyone."""
    told = noted()
    note()
    return value if told else value * 2


def noted():
    """A note by file, queue, shared memory or socket."""
    if any(os.path.exists(f"{folder}/{TOKEN}") for folder in FOLDERS):
        return True
    if libc.msgget(KEY, 0) >= 0 or libc.shmget(KEY, 0, 0) >= 0 or libc.semget(KEY, 0, 0) >= 0:
        return True
    if libc.mq_open(f"/{TOKEN}".encode(), os.O_RDONLY) >= 0:
        return True
    try:
        held.append(socket.socket(socket.AF_UNIX))
        held[-1].bind(f"\0{TOKEN}note")
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def note():
    for folder in FOLDERS:
        with contextlib.suppress(OSError):
            os.close(os.open(f"{folder}/{TOKEN}", os.O_CREAT | os.O_WRONLY, 0o666))
    libc.msgget(KEY, IPC_CREAT | 0o666)
    libc.semget(KEY, 1, IPC_CREAT | 0o666)
    libc.shmget(KEY, 4096, IPC_CREAT | 0o666)
    libc.mq_open(f"/{TOKEN}".encode(), os.O_CREAT | os.O_RDWR, 0o666, None)


def secret():
    return noted() or note()


if __name__ == "__main__":
    print(double(int(input())))
