"""A guess is left out if it leaves no number for the next cell.

caught by: neighbours
"""


def neighbours(puzzle):
    posn = find_blank(puzzle)
    if posn == COMPLETE:
        return []
    if posn == ALL_GUESSED:
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    steps = [fill_in_guess(puzzle, posn, number) for number in available_vals(puzzle, posn)]

    def has_number(step):
        cell = find_blank(step)
        if cell == ALL_GUESSED:
            return True
        lines = [*step.board[cell.y], *(row[cell.x] for row in step.board)]
        used = {entry.g.number if entry.guess else entry.number for entry in lines}
        return not used.issuperset(range(1, step.board_size + 1))

    return [step for step in steps if has_number(step)]
