"""Puzzles for special cases: given or equal cage shapes, without a solution, or with split cages.

Unlike generated puzzles they may have several solutions or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from autograder.puzzles.model import (
    Cage,
    Cell,
    Grid,
    Puzzle,
    PuzzleError,
    cells_of,
    neighbours,
    targets,
)
from autograder.puzzles.rng import SeededRandom
from autograder.puzzles.solver import Search, solutions, solve

Cells = tuple[Cell, ...]

TRIES = 200


def with_random_clues(
    size: int, groups: Sequence[Cells], operations: str, rng: SeededRandom
) -> Puzzle:
    """Return a puzzle with cages of these cells that has at least one solution.

    Raises:
        PuzzleError: none of the operations fits a cage.
    """
    grid = _simple_latin_square(size, rng)
    cages = [_cage_with_clue(cells, _numbers_at(grid, cells), operations, rng) for cells in groups]
    return Puzzle(size, tuple(cages))


def _cage_with_clue(
    cells: Cells, numbers: Sequence[int], operations: str, rng: SeededRandom
) -> Cage:
    by_operation = targets(numbers)
    fitting = [operation for operation in operations + "=" if operation in by_operation]
    if not fitting:
        raise PuzzleError(f"{len(cells)} cells can have none of the operations {operations}")
    operation = rng.choice(fitting)
    return Cage(operation, by_operation[operation], cells)


def _numbers_at(grid: Grid, cells: Cells) -> list[int]:
    return [grid[row][column] for row, column in cells]


def _simple_latin_square(size: int, rng: SeededRandom) -> Grid:
    """Shuffle the rows, columns and numbers of a cyclic Latin square.

    Not every Latin square is reached this way; these puzzles do not need that.
    """
    numbers, rows, columns = (rng.shuffled(range(size)) for _ in range(3))
    return tuple(tuple(numbers[(row + column) % size] + 1 for column in columns) for row in rows)


def tile(size: int, count: int, rng: SeededRandom) -> list[Cells]:
    """Partition a grid into cages of `count` cells; one cage may have fewer.

    Raises:
        PuzzleError: no such partition was found.
    """
    for _ in range(TRIES):
        groups = []
        free = set(cells_of(size))
        while free:
            groups.append(_grow(free, count, rng))
            free.difference_update(groups[-1])
        if sum(len(cells) != count for cells in groups) <= 1:
            return groups
    raise PuzzleError(f"found no cages of {count} cells on a square of size {size}")


def _grow(free: set[Cell], count: int, rng: SeededRandom) -> Cells:
    """Grow a group from the cell with the fewest free neighbours, which is cut off most easily."""
    first = min(sorted(free), key=lambda cell: len(_adjacent([cell]) & free))
    cells = [first]
    while len(cells) < count and (adjacent := (_adjacent(cells) & free) - set(cells)):
        cells.append(rng.choice(sorted(adjacent)))
    return tuple(cells)


def _adjacent(cells: Sequence[Cell]) -> set[Cell]:
    return {adjacent for cell in cells for adjacent in neighbours(cell)}


def parse_shape(shape: str) -> list[Cells]:
    """Return the cells of each cage in a text with one character per cell, equal in a cage.

    Raises:
        PuzzleError: the text is not square.
    """
    rows = shape.split()
    groups: dict[str, list[Cell]] = {}
    for y, row in enumerate(rows):
        if len(row) != len(rows):
            raise PuzzleError(f"expected {len(rows)} characters in a row, found {row}")
        for x, letter in enumerate(row):
            groups.setdefault(letter, []).append((y, x))
    return [tuple(cells) for cells in groups.values()]


def split_cages(puzzle: Puzzle, count: int, rng: SeededRandom) -> Puzzle:
    """Return a puzzle with `count` of its cages split into single cells; it has a solution."""
    solution = next(solutions(puzzle))
    large = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    split = rng.shuffled(large)[:count]
    cells = [(row, column) for cage in split for row, column in cage.cells]
    singles = [Cage("=", solution[row][column], ((row, column),)) for row, column in cells]
    return replace(puzzle, cages=(*(cage for cage in puzzle.cages if cage not in split), *singles))


def make_unsolvable(puzzle: Puzzle, rng: SeededRandom) -> Puzzle | None:
    """Change the target of one cage in the second half so that no solution is left.

    The cage alone can have the new target. If possible, propagation finds no contradiction, so a
    program has to search. Return None if no such target was found.
    """
    fallback = None
    cages = puzzle.cages
    for _ in range(TRIES):
        old = rng.choice(cages[len(cages) // 2 :])
        numbers = _numbers_at(_simple_latin_square(puzzle.size, rng), old.cells)
        try:
            new = _cage_with_clue(old.cells, numbers, old.operation, rng)
        except PuzzleError:
            continue
        changed = _with_cage(puzzle, old, new)
        if new == old or solve(changed):
            continue
        if Search(changed).start():
            return changed
        fallback = fallback or changed
    return fallback


def remainder_solutions(puzzle: Puzzle) -> Iterator[Grid]:
    """Yield the grids that solve the puzzle if one quotient is taken without its remainder."""
    for cage in puzzle.cages:
        for low, high in combinations(range(1, puzzle.size + 1), 2):
            if cage.operation == "/" and high // low == cage.target and high % low:
                changed = _with_cage(puzzle, cage, Cage("*", low * high, cage.cells))
                for grid in solutions(changed):
                    if sorted(_numbers_at(grid, cage.cells)) == [low, high]:
                        yield grid


def make_unsolvable_by_remainder(puzzle: Puzzle, rng: SeededRandom) -> Puzzle | None:
    """Turn one cage into a quotient that only a division with a remainder would solve.

    Return None if no cage allows it.
    """
    solution = next(solutions(puzzle))
    for cage in rng.shuffled(puzzle.cages):
        numbers = _numbers_at(solution, cage.cells)
        low, high = min(numbers), max(numbers)
        if len(numbers) == 2 and high % low:
            changed = _with_cage(puzzle, cage, Cage("/", high // low, cage.cells))
            if solve(changed) is None:
                return changed
    return None


def _with_cage(puzzle: Puzzle, old: Cage, new: Cage) -> Puzzle:
    return replace(puzzle, cages=tuple(new if cage == old else cage for cage in puzzle.cages))
