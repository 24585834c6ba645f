"""Numbers greater than that of the first constraint are left out.

caught by: available_vals
"""


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    used = used_in_row(puzzle, posn) + used_in_col(puzzle, posn)
    most = min(puzzle.board_size, puzzle.constraints[0].number)
    return [number for number in range(1, most + 1) if number not in used]
