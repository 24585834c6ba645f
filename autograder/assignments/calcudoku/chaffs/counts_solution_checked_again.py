"""The full board is checked once more, and that check is counted.

caught by: counts
"""

_search = _solve


def _solve(puzzle, cages):
    checks, backtracks = _search(puzzle, cages)
    check_valid(puzzle, cages)
    return checks + 1, backtracks
