"""The remaining constraints are sorted by letter.

caught by: apply_guess
"""

_apply_guess = apply_guess


def apply_guess(puzzle: Puzzle) -> Puzzle:
    applied = _apply_guess(puzzle)
    applied.constraints.sort(key=lambda constraint: constraint.letter)
    return applied
