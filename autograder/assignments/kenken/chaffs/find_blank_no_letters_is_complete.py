"""A board without letters counts as complete, even if the last guesses are not applied yet.

caught by: find_blank
"""


def find_blank(puzzle: Puzzle) -> Posn:
    letters = [constraint.letter for constraint in puzzle.constraints]
    shown = [entry.shows() for row in puzzle.board for entry in row]
    if not set(letters) & set(shown):
        return COMPLETE
    if letters[0] not in shown:
        return ALL_GUESSED
    y, x = divmod(shown.index(letters[0]), puzzle.board_size)
    return Posn(x, y)
