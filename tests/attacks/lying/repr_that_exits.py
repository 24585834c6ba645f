"""Return an object whose repr ends the process as a program may.

secret: crashed
"""

import sys


class Exiting:
    def __repr__(self):
        sys.exit(0)


def secret():
    return Exiting()
