"""The number in the cell at the position is left out.

caught by: used_in_row
"""


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    others = [entry for x, entry in enumerate(puzzle.board[posn.y]) if x != posn.x]
    numbers = [entry.g.number if entry.guess else entry.number for entry in others]
    return sorted(number for number in numbers if number != 0)
