"""Write endless samples: the grader must not read for as long as there is data.

double: pass
secret: timed_out
program: pass wrong
"""

import os

SAMPLES = 62


def double(value):
    return value * 2


def secret():
    line = b'\n@{"frames": [], "printed": ""}\n'
    while True:
        os.write(SAMPLES, line * 2000)


if __name__ == "__main__":
    print(double(int(input())))
