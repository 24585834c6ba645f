"""Send numbers that are not valid JSON.

secret: crashed
"""

import os

from stage import forge


def secret():
    forge('{"id": "%s", "value": [NaN, Infinity], "printed": "", "stderr": ""}')
    os._exit(0)
