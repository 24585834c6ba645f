"""Use every descriptor that was left open besides its own.

secret: wrong
"""

import os


def secret():
    for descriptor in range(3, 4096):
        try:
            os.fstat(descriptor)
        except OSError:
            continue
        if descriptor not in (60, 61, 62):
            os.write(descriptor, b'{"pid": 1, "status": 0}' * 99)
            return os.read(descriptor, 4096).decode("latin-1")
    return None
