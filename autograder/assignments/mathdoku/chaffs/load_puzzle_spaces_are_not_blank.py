"""A line of spaces is not blank.

caught by: load_puzzle
"""

_read = _read_puzzle


def _read_puzzle(stream):
    lines = list(stream)
    if any(line.strip() == "" and line != "\n" for line in lines):
        return [], []
    return _read(lines)
