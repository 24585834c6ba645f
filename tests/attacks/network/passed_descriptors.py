"""Send and receive descriptors over sockets, to use what another process opened.

secret: wrong
unconfined: gained
"""

import array
import contextlib
import os
import re
import socket

from stage import NEIGHBOUR, UNIX


def pass_on(sender, receiver, number):
    told = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [number]))]
    sender.sendmsg([b"x"], told, socket.MSG_DONTWAIT)
    _, (about, *_), _, _ = receiver.recvmsg(1, socket.CMSG_SPACE(4), socket.MSG_DONTWAIT)
    return array.array("i", about[2])[0]


def secret():
    left, right = socket.socketpair()
    for flags in (os.O_RDONLY, os.O_PATH):
        with contextlib.suppress(OSError):
            number = pass_on(left, right, os.open(NEIGHBOUR, flags))
            return re.search(rb"[0-9a-f]{40}", os.read(number, 1000))[0].decode()
    for number in (0, 60, 61, 62):
        with contextlib.suppress(OSError):
            pass_on(left, right, number)
    with contextlib.suppress(OSError):
        socket.socket(socket.AF_UNIX).connect(UNIX)
