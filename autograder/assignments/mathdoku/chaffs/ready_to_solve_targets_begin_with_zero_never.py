"""A target that begins with 0 is not accepted.

caught by: ready_to_solve
"""

_any_digits = _positive


def _positive(text):
    return 0 if text.startswith("0") else _any_digits(text)
