"""Leave a note for the next test wherever one may outlast the process, and act on it.

double: pass
secret: wrong
unconfined: left
"""

import contextlib
import errno
import os
import socket

from stage import TEMPORARY, TOKEN

FOLDERS = (TEMPORARY, "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "..", "../..", "/")
held = []


def double(value):
    """Wrong once an earlier test has left a note; noted by everyone."""
    told = noted()
    note()
    return value if told else value * 2


def noted():
    if any(os.path.exists(f"{folder}/{TOKEN}") for folder in FOLDERS):
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


def secret():
    return noted() or note()
