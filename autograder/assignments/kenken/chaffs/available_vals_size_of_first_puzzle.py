"""The size of the first puzzle is remembered for all others.

caught by: available_vals
"""

_sizes: list[int] = []


def available_vals(puzzle: Puzzle, posn: Posn) -> list[int]:
    _sizes.append(puzzle.board_size)
    used = {*used_in_row(puzzle, posn), *used_in_col(puzzle, posn)}
    return [number for number in range(1, _sizes[0] + 1) if number not in used]
