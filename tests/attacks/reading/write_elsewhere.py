"""Change files outside the scratch folder, with every call that can.

secret: wrong
unconfined: changed canary
"""

import ctypes
import os

from stage import CANARY, NEIGHBOUR

libc = ctypes.CDLL(None)
kept = f"{CANARY}/keep.txt".encode()


def calls():
    yield lambda: libc.utimes(kept, None)
    yield lambda: libc.chmod(kept, 0o444)
    yield lambda: libc.lchown(kept, 12345, 12345)
    yield lambda: libc.setxattr(kept, b"user.mark", b"1", 1, 0)
    yield lambda: os.open(kept, os.O_RDONLY | os.O_TRUNC)
    yield lambda: libc.truncate(kept, 3)
    yield lambda: libc.creat(kept, 0o600)
    yield lambda: os.write(os.open(kept, os.O_WRONLY | os.O_APPEND), b"more")
    yield lambda: os.open(CANARY, os.O_TMPFILE | os.O_RDWR)
    yield lambda: os.mkdir(f"{CANARY}/folder")
    yield lambda: os.mkfifo(f"{CANARY}/pipe")
    yield lambda: os.mknod(f"{CANARY}/file")
    yield lambda: os.symlink("/", f"{CANARY}/link")
    yield lambda: os.link(kept, f"{CANARY}/name")
    yield lambda: os.rename(kept, f"{CANARY}/renamed")
    yield lambda: os.unlink(kept)
    yield lambda: os.unlink(NEIGHBOUR)
    yield lambda: os.rmdir(os.path.dirname(NEIGHBOUR))
    yield lambda: os.rmdir(CANARY)


def secret():
    for call in calls():
        try:
            call()
        except OSError:
            continue
