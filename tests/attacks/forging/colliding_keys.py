"""Send thousands of keys with one hash, which take long to insert into a dictionary.

secret: crashed
"""

import os

from stage import forge


def secret():
    keys = [n * ((1 << 61) - 1) for n in range(1, 9000)]
    value = '{"$": "dict", "v": ' + str([*keys, *keys]) + "}"
    forge('{"id": "%s", "value": ' + value + ', "printed": "", "stderr": ""}')
    os._exit(0)
