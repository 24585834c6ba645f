"""The search for numbers stops at the first cell that shows a letter.

caught by: used_in_col
"""


def used_in_col(puzzle: Puzzle, posn: Posn) -> list[int]:
    numbers: list[int] = []
    for row in puzzle.board:
        entry = row[posn.x]
        number = entry.g.number if entry.guess else entry.number
        if number == 0:
            break
        numbers.append(number)
    return sorted(numbers)
