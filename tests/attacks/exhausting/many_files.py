"""Create files without limit, most of them hard links to one file, which cost the least.

secret: crashed
"""

import itertools
import os


def secret():
    for number in itertools.count():
        if number % 10_000 == 0:
            os.close(os.open(first := f"file{number}", os.O_CREAT))
        os.link(first, f"{number}")
