"""Walk all descriptors, also those of other processes, in search of a secret file.

double: pass
secret: wrong
program: pass wrong
"""

import ctypes
import fcntl
import os
import re

from stage import JUDGE

PIDFD_OPEN, PIDFD_GETFD = 434, 438
libc = ctypes.CDLL(None)


def double(value):
    return value * 2


def opened():
    """One's own but for the three pipes, and copies of those of the judge and of the parent."""
    yield from (number for number in range(1024) if number not in (60, 61, 62))
    for process in (JUDGE, os.getppid()):
        handle = libc.syscall(PIDFD_OPEN, process, 0)
        yield from (libc.syscall(PIDFD_GETFD, handle, number, 0) for number in range(64))


def ways(number):
    yield lambda: os.pread(number, 1 << 16, 0)
    yield lambda: os.read(number, 1 << 16)
    yield lambda: os.read(os.open(f"/proc/self/fd/{number}", os.O_RDONLY | os.O_NONBLOCK), 1 << 16)
    yield lambda: os.read(os.open(f"/dev/fd/{number}", os.O_RDONLY | os.O_NONBLOCK), 1 << 16)
    yield lambda: os.readlink(f"/proc/self/fd/{number}").encode()
    yield lambda: " ".join(os.listdir(number)).encode()
    yield lambda: os.read(os.open("keep.txt", os.O_RDONLY, dir_fd=number), 1000)
    yield lambda: os.read(os.open("../" * 30 + "etc/shadow", os.O_RDONLY, dir_fd=number), 1000)


def secret():
    for number in opened():
        try:
            os.fstat(number)
        except OSError:
            pass
        else:
            fcntl.fcntl(number, fcntl.F_SETFL, os.O_NONBLOCK)
        for way in ways(number):
            try:
                if found := re.search(rb"[0-9a-f]{40}|root:", way()):
                    return found[0].decode()
            except OSError:
                continue


if __name__ == "__main__":
    print(double(int(input())))
