"""range(1, n) is expected to include n.

caught by: available_vals
"""


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    used = used_in_row(puzzle, posn) + used_in_col(puzzle, posn)
    return [number for number in range(1, puzzle.board_size) if number not in used]
