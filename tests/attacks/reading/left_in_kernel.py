"""Leave a note for the next test where the kernel keeps objects by number, not in a folder.

double: pass
secret: wrong
"""

import ctypes
import os

from stage import TOKEN

IPC_CREAT, USER_KEYRING = 0o1000, -4
ADD_KEY, REQUEST_KEY = {"x86_64": (248, 249), "aarch64": (217, 218)}[os.uname().machine]
KEY, NAME = int(TOKEN[-7:], 16), TOKEN.encode()
libc = ctypes.CDLL(None)


def double(value):
    """Wrong once an earlier test has left a note; noted by everyone."""
    told = noted()
    note()
    return value if told else value * 2


def noted():
    """A note by queue, shared memory, semaphore or key."""
    yet = [libc.msgget(KEY, 0), libc.shmget(KEY, 0, 0), libc.semget(KEY, 0, 0)]
    yet.append(libc.mq_open(b"/" + NAME, os.O_RDONLY))
    yet.append(libc.syscall(REQUEST_KEY, b"user", NAME, None, USER_KEYRING))
    return max(yet) >= 0


def note():
    libc.msgget(KEY, IPC_CREAT | 0o666)
    libc.semget(KEY, 1, IPC_CREAT | 0o666)
    libc.shmget(KEY, 4096, IPC_CREAT | 0o666)
    libc.mq_open(b"/" + NAME, os.O_CREAT | os.O_RDWR, 0o666, None)
    libc.syscall(ADD_KEY, b"user", NAME, b"x", 1, USER_KEYRING)


def secret():
    return noted() or note()
