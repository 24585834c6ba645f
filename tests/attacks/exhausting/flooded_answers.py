"""Write an endless response.

secret: crashed
"""

import os

ANSWERS = 61


def secret():
    while True:
        os.write(ANSWERS, (1 << 20).to_bytes(4, "little") + b" " * 65536)
