"""Whitespace inside a row is removed.

caught by: load_puzzle
"""

_right_rows = _is_square


def _read_puzzle(stream):
    lines = [line.strip() for line in stream if line.strip()]
    size = len(lines[0]) if lines else 0
    rows = ["".join(line.split()) for line in lines[:size]]
    constraints = [line.split() for line in lines[size:]]
    if not _right_rows(rows) or any(len(c) != 3 or len(c[0]) != 1 for c in constraints):
        return [], []
    return rows, [_Group(c, _positive(t), op, _cells_of(c, rows)) for c, t, op in constraints]
