"""Every character that isdigit accepts is converted by int.

caught by: load_puzzle
"""


def _positive(text):
    return int(text) if text.isdigit() else 0
