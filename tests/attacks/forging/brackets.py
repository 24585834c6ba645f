"""Send four mebibytes of opening brackets.

secret: crashed
"""

import os

from stage import forge


def secret():
    forge("[" * (4 << 20))
    os._exit(0)
