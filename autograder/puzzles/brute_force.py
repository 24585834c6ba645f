"""The work of brute force, counted as in the calcudoku assignment."""

from __future__ import annotations

from autograder.puzzles.model import Puzzle, cells_of


def brute_force_checks(puzzle: Puzzle, most: int) -> int | None:
    """Checks until brute force, cell by cell in reading order, finds a solution of sums.

    None if it takes more than `most`, or there is no solution.
    """
    size = puzzle.size
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    left = {cage: (cage.target, len(cage.cells)) for cage in puzzle.cages}
    cells = cells_of(size)
    used: set[tuple[str, int, int]] = set()
    checks = 0

    def fill(place: int) -> bool:
        nonlocal checks
        if place == len(cells):
            return True
        row, column = cells[place]
        cage = cage_of[row, column]
        rest, empty = left[cage]
        for number in range(1, size + 1):
            checks += 1
            if checks > most:
                return False
            marks = {("row", row, number), ("column", column, number)}
            fits = number == rest if empty == 1 else number < rest
            if fits and not marks & used:
                used.update(marks)
                left[cage] = (rest - number, empty - 1)
                if fill(place + 1):
                    return True
                used.difference_update(marks)
                left[cage] = (rest, empty)
        return False

    return checks if fill(0) else None
