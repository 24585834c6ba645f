"""Connect to a server on this machine, past the grader's own refusal in Python.

secret: crashed
unconfined: reached the listener tcp
"""

import ctypes
import socket
import struct

from stage import TCP

libc = ctypes.CDLL(None, use_errno=True)


def secret():
    descriptor = libc.socket(socket.AF_INET, socket.SOCK_STREAM, 0)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "no socket")
    address = struct.pack("=H", socket.AF_INET) + struct.pack("!H4s8x", TCP[1], b"\x7f\0\0\1")
    if libc.connect(descriptor, address, len(address)):
        raise OSError(ctypes.get_errno(), "no connection")
