"""Send an integer of a million digits, which takes long to read.

secret: crashed
"""

import os

from stage import forge


def secret():
    forge('{"id": "%s", "value": ' + "9" * 1_000_000 + ', "printed": "", "stderr": ""}')
    os._exit(0)
