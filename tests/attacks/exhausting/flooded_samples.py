"""Write endless samples: the grader must not read for as long as there is data.

secret: timed_out
"""

import os

SAMPLES = 62


def secret():
    line = b'\n@{"frames": [], "printed": ""}\n'
    while True:
        os.write(SAMPLES, line * 2000)
