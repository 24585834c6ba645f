"""The fields of a constraint have exactly one space between them.

caught by: load_puzzle
"""


def _read_puzzle(stream):
    lines = [line.strip() for line in stream if line.strip()]
    size = len(lines[0]) if lines else 0
    rows, rest = lines[:size], [line.split(" ") for line in lines[size:]]
    if not rows or not _is_square(rows) or not all(map(_is_constraint, rest)):
        return None
    return _Puzzle(rows, [_Constraint(*fields) for fields in rest])
