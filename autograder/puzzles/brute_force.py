"""The work of a brute-force solver for puzzles of sums."""

from __future__ import annotations

from autograder.puzzles.model import Puzzle, cells_of


def brute_force_checks(puzzle: Puzzle, most: int) -> int | None:
    """Return the checks until brute force, cell by cell in reading order, finds a solution.

    Each number tried in a cell is one check. All cages are sums or single cells. Return None for
    more than `most` checks or no solution.
    """
    size = puzzle.size
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    remaining = {cage: (cage.target, len(cage.cells)) for cage in puzzle.cages}
    cells = cells_of(size)
    used: set[tuple[str, int, int]] = set()
    checks = 0

    def fill(index: int) -> bool:
        nonlocal checks
        if index == len(cells):
            return True
        row, column = cells[index]
        cage = cage_of[row, column]
        rest, empty = remaining[cage]
        for number in range(1, size + 1):
            checks += 1
            if checks > most:
                return False
            marks = {("row", row, number), ("column", column, number)}
            fits = number == rest if empty == 1 else number < rest
            if fits and not marks & used:
                used.update(marks)
                remaining[cage] = (rest - number, empty - 1)
                if fill(index + 1):
                    return True
                used.difference_update(marks)
                remaining[cage] = (rest, empty)
        return False

    return checks if fill(0) else None
