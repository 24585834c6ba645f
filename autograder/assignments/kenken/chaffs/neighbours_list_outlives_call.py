"""The list of results is a module-level list, so it still contains those of earlier calls.

caught by: neighbours
"""

_neighbours = neighbours
_found: list[Puzzle] = []


def neighbours(puzzle: Puzzle) -> list[Puzzle]:
    _found.extend(_neighbours(puzzle))
    return _found
