"""Cages are looked up in a table of the 128 ASCII characters.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    first = [COMPLETE if not puzzle.constraints else ALL_GUESSED] * 128
    for y, row in reversed(list(enumerate(puzzle.board))):
        for x, entry in reversed(list(enumerate(row))):
            if not entry.guess and not entry.number:
                first[ord(entry.letter)] = Posn(x, y)
    return first[ord(puzzle.constraints[0].letter)] if puzzle.constraints else COMPLETE
