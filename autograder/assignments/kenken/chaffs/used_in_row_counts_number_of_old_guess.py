"""A guess that is not shown counts, too.

caught by: used_in_row
"""


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    shown = [
        entry.g.number if entry.guess else entry.number or entry.g.number
        for entry in puzzle.board[posn.y]
    ]
    return sorted(number for number in shown if number)
