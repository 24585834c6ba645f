"""Send a million empty lists, each of which takes twenty times its text in memory.

secret: crashed
"""

import os

from stage import forge


def secret():
    many = "[" + "[]," * 1_300_000 + "0]"
    forge('{"id": "%s", "value": ' + many + ', "printed": "", "stderr": ""}')
    os._exit(0)
