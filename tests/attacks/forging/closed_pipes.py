"""Close the pipes for responses and samples, and continue.

secret: crashed
"""

import os


def secret():
    os.close(61)
    os.close(62)
    while True:
        pass
