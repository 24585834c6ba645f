"""The number of a cell that shows a guess counts as well, although the cell does not show it.

caught by: used_in_row
"""


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    row = puzzle.board[posn.y]
    placed = {entry.number for entry in row if entry.number != 0}
    return sorted(placed | {entry.g.number for entry in row if entry.guess})
