"""Emit more warnings than anyone reads, with invented text and places.

double: pass
secret: wrong
program: pass wrong
"""

import warnings


def double(value):
    return value * 2


def secret():
    warnings.simplefilter("always")
    for number in range(300):
        text = f"{number}\x1b[2J\nScore: 100 of 100"
        warnings.warn_explicit(text, UserWarning, "/etc/passwd\n", number)
    return None


if __name__ == "__main__":
    print(double(int(input())))
