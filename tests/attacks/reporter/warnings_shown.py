"""Emit more warnings than anyone reads, with invented text and places.

secret: wrong
"""

import warnings


def secret():
    warnings.simplefilter("always")
    for number in range(300):
        text = f"{number}\x1b[2J\nScore: 100 of 100"
        warnings.warn_explicit(text, UserWarning, "/etc/passwd\n", number)
    return None
