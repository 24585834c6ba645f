"""Announce four gigabytes.

secret: crashed
"""

import os


def secret():
    os.write(61, b"\xff\xff\xff\xff")
    while True:
        os.write(61, b" " * 65536)
