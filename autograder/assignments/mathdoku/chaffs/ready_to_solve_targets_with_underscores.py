"""A target is whatever int accepts.

caught by: ready_to_solve
"""

_digits = _positive


def _positive(text):
    return _digits(text.replace("_", ""))
