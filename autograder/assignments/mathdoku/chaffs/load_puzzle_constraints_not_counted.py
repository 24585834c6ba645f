"""A constraint is a line of at least three fields, and what follows is a remark.

caught by: load_puzzle
"""


def _read_puzzle(stream):
    lines = [line.strip() for line in stream if line.strip()]
    size = len(lines[0]) if lines else 0
    rows, rest = lines[:size], [line.split() for line in lines[size:]]
    if not rows or not _is_square(rows) or not all(len(fields) >= 3 for fields in rest):
        return None
    return _Puzzle(rows, [_Constraint(*fields[:3]) for fields in rest])
