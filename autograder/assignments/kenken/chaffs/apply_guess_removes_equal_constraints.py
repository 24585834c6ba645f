"""All constraints with the same target and symbol are removed.

caught by: apply_guess
"""

_apply_guess = apply_guess


def apply_guess(puzzle: Puzzle) -> Puzzle:
    applied, first = _apply_guess(puzzle), puzzle.constraints[0]
    applied.constraints = [
        constraint
        for constraint in applied.constraints
        if (constraint.number, constraint.symbol) != (first.number, first.symbol)
    ]
    return applied
