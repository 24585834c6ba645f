"""Make another process the owner of a descriptor, so that the kernel itself signals it.

secret: wrong
unconfined: stopped or killed another process
"""

import contextlib
import ctypes
import fcntl
import os
import signal
import socket
import struct

from stage import VICTIM

F_SETOWN, F_SETSIG, F_SETOWN_EX, F_OWNER_PID = 8, 10, 15, 1
FIOSETOWN, SIOCSPGRP, FIOASYNC = 0x8901, 0x8902, 0x5452
libc = ctypes.CDLL(None)


def owned_by(process, number):
    yield lambda: fcntl.fcntl(number, F_SETOWN, process)
    yield lambda: fcntl.fcntl(number, F_SETOWN_EX, struct.pack("=ii", F_OWNER_PID, process))
    yield lambda: fcntl.ioctl(number, FIOSETOWN, struct.pack("=i", process))
    yield lambda: fcntl.ioctl(number, SIOCSPGRP, struct.pack("=i", process))
    yield lambda: fcntl.fcntl(number, F_SETSIG, signal.SIGKILL)
    yield lambda: fcntl.fcntl(number, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    yield lambda: fcntl.fcntl(number, fcntl.F_NOTIFY, fcntl.DN_MULTISHOT | fcntl.DN_CREATE)
    yield lambda: fcntl.ioctl(number, FIOASYNC, struct.pack("=i", 1))
    yield lambda: fcntl.fcntl(number, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)


def secret():
    left, right = socket.socketpair()
    reader, writer = os.pipe()
    with contextlib.suppress(OSError):
        folder = os.open(".", os.O_RDONLY)
        for number in (left.fileno(), right.fileno(), reader, writer, folder, 0):
            for way in owned_by(VICTIM, number):
                with contextlib.suppress(OSError):
                    way()
        left.send(b"x")
        os.write(writer, b"x")
        os.read(reader, 1)
        os.close(os.open("created", os.O_CREAT))
