"""A target may be written with the digits of any script.

caught by: ready_to_solve
"""


def _positive(text):
    return int(text) if text.isdecimal() and len(text) < 100 else 0
