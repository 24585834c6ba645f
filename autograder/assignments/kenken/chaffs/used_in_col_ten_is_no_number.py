"""Only the numbers 1 to 9 are looked for.

caught by: used_in_col
"""

_used_in_col = used_in_col


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    used = _used_in_col(puzzle, posn)
    return [number for number in range(1, 10) if number in used]
