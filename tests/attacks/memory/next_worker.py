"""Change memory that the next worker would share, were it not copied on write.

double: pass
secret: wrong
"""

import ctypes
import sys


MARK = sys.copyright
marked = MARK.startswith("XX")


def double(value):
    ctypes.memset(id(MARK) + sys.getsizeof("") - 1, ord("X"), 2)
    assert MARK.startswith("XX")
    return "changed" if marked else value * 2


def secret():
    return "changed" if marked else None
