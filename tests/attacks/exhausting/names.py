"""Leave files with difficult names: 255 bytes, not text, newlines, options.

double: pass
secret: wrong
"""

import os


def double(value):
    for name in (b"n" * 255, b"\xff\xfe", b"a\nb", b"-rf", b"--", b"*", b"\x1b[2J", b" "):
        os.mkdir(name, 0o700)
        os.mkdir(name + b"/..." if len(name) < 250 else name + b"/n", 0o700)
        os.close(os.open(name + b"/" + name, os.O_CREAT, 0))
    return value * 2


def secret():
    return double(1) and None
