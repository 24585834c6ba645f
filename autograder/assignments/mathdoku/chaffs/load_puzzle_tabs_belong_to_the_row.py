"""Spaces around a row are removed, but not tabs.

caught by: load_puzzle
"""

_right_rows = _is_square
_read = _read_puzzle


def _read_puzzle(stream):
    lines = [line for line in stream if line.strip()]
    stripped = [line.strip(" \r\n") for line in lines]
    size = len(stripped[0]) if lines else 0
    return _read(lines) if _right_rows(stripped[:size]) else ([], [])
