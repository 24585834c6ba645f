"""Return and raise values that are too large to report: long, wide, deep, and with many aliases.

double: crashed pass wrong
secret: wrong
"""

import math


def double(value):
    if value == 0:
        return "x" * (50 << 20)
    if value == 1:
        doubled = []
        for _ in range(60):
            doubled = [doubled, doubled]
        return doubled
    if value == 2:
        return 1 << (8 << 20)
    if value == 3:
        raise ValueError("\n".join(["Score: 100"] * 1_000_000))
    return value * 2


def secret():
    return {index: math.nan for index in range(1_000_000)}
