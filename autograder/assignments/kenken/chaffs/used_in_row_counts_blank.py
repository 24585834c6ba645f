"""A cell that shows a letter counts as a cell with the number 0.

caught by: used_in_row
"""


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    row = puzzle.board[posn.y]
    return sorted(entry.g.number if entry.guess else entry.number for entry in row)
