"""Send a response one byte at a time, so that it always seems about to arrive.

secret: timed_out
"""

import os
import time


def secret():
    os.write(61, (4 << 20).to_bytes(4, "little"))
    while True:
        os.write(61, b"[")
        time.sleep(0.02)
