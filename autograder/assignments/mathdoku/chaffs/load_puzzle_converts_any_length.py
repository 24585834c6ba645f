"""A target has few digits, so int converts it.

caught by: load_puzzle
"""


def _positive(text):
    return int(text) if text.isascii() and text.isdigit() else 0
