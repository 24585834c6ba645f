"""Of a guess of two digits, only the first digit counts as used.

caught by: used_in_row
"""


def used_in_row(puzzle: Puzzle, posn: Posn) -> list[int]:
    used = []
    for entry in puzzle.board[posn.y]:
        if entry.guess:
            used.append(int(str(entry.g.number)[0]))
        elif entry.number:
            used.append(entry.number)
    return sorted(used)
