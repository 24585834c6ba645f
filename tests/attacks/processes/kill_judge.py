"""Stop another process of the grader's user.

double: pass
secret: crashed
program: pass wrong
unconfined: stopped or killed another process
"""

import os
import signal

from stage import VICTIM


def double(value):
    return value * 2


def secret():
    os.kill(VICTIM, signal.SIGKILL)


if __name__ == "__main__":
    print(double(int(input())))
