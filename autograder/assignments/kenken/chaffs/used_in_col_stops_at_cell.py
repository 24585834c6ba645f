"""Cells below the position are ignored.

caught by: used_in_col
"""


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    column = [row[posn.x] for row in puzzle.board[: posn.y + 1]]
    numbers = [entry.g.number if entry.guess else entry.number for entry in column]
    return sorted(number for number in numbers if number != 0)
