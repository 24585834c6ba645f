"""A constraint is a line of at least three fields; more fields are ignored.

caught by: load_puzzle
"""


def _read_puzzle(stream):
    lines = [line.strip() for line in stream if line.strip()]
    size = len(lines[0]) if lines else 0
    rows, constraints = lines[:size], [line.split() for line in lines[size:]]
    if not _is_square(rows) or any(len(fields) < 3 for fields in constraints):
        return [], []
    return rows, [_Group(c, _positive(t), op, _cells_of(c, rows)) for c, t, op, *_ in constraints]
