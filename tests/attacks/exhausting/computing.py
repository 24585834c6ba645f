"""Compute endlessly in ways that no Python line interrupts: a power, a pattern, an iterator.

double: pass timed_out
secret: timed_out
"""

import itertools
import re
import signal


def double(value):
    if value == 1:
        signal.alarm(1)
        re.match(r"(a+)+$", "a" * 40 + "b")
    if value == 2:
        9**9**9
    if value == 3:
        sum(itertools.repeat(1))
    return value * 2


def secret():
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
