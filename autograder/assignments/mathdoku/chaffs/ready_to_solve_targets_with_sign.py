"""A target may have a plus sign.

caught by: ready_to_solve
"""

_digits = _positive


def _positive(text):
    return _digits(text[1:] if text.startswith("+") else text)
