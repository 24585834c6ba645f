"""The length of the first row is taken with the spaces before it.

caught by: load_puzzle
"""

_right = _read_puzzle


def _read_puzzle(stream):
    lines = [line for line in stream if line.strip()]
    size = len(lines[0].rstrip()) if lines else 0
    rows, groups = _right(lines)
    return (rows, groups) if len(rows) == size else ([], [])
