"""Puzzles for special cases: of given cages, of equal cages, without solution, cut, misread.

What a generator gives has one solution and cages of any form; these need not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from autograder.puzzles import model
from autograder.puzzles.model import Cage, Cell, Grid, Puzzle, PuzzleError, cells_of
from autograder.puzzles.rng import Draw
from autograder.puzzles.solver import Search, solutions, solve

Cells = tuple[Cell, ...]

TRIES = 200


def numbered(size: int, groups: Sequence[Cells], operations: str, draw: Draw) -> Puzzle:
    """A puzzle with cages of these cells that has a solution, perhaps several.

    Raises:
        PuzzleError: a cage can have none of the operations.
    """
    grid = _filled(size, draw)
    return Puzzle(size, tuple(_cage(cells, _at(grid, cells), operations, draw) for cells in groups))


def _cage(cells: Cells, numbers: Sequence[int], operations: str, draw: Draw) -> Cage:
    targets = model.targets(numbers)
    fitting = [operation for operation in operations + "=" if operation in targets]
    if not fitting:
        raise PuzzleError(f"{len(cells)} cells can have none of the operations {operations}")
    operation = draw.one(fitting)
    return Cage(operation, targets[operation], cells)


def _at(grid: Grid, cells: Cells) -> list[int]:
    return [grid[row][column] for row, column in cells]


def _filled(size: int, draw: Draw) -> Grid:
    """A grid without a number twice in a line, by shuffling the rows and columns of a simple one.

    Not all grids come out so, which does no harm here.
    """
    numbers, rows, columns = (draw.shuffled(range(size)) for _ in range(3))
    return tuple(tuple(numbers[(row + column) % size] + 1 for column in columns) for row in rows)


def tiled(size: int, count: int, draw: Draw) -> list[Cells]:
    """The cells of cages that all have `count` cells, but for one that holds what is left over.

    Raises:
        PuzzleError: no such cages were found.
    """
    for _ in range(TRIES):
        groups = []
        left = set(cells_of(size))
        while left:
            groups.append(_grown(left, count, draw))
            left.difference_update(groups[-1])
        if sum(len(cells) != count for cells in groups) <= 1:
            return groups
    raise PuzzleError(f"found no cages of {count} cells on a square of size {size}")


def _grown(left: set[Cell], count: int, draw: Draw) -> Cells:
    """Connected cells, begun where the fewest others are near, as these get cut off most easily."""
    first = min(sorted(left), key=lambda cell: len(_near([cell]) & left))
    cells = [first]
    while len(cells) < count and (near := (_near(cells) & left) - set(cells)):
        cells.append(draw.one(sorted(near)))
    return tuple(cells)


def _near(cells: Sequence[Cell]) -> set[Cell]:
    return {
        near
        for row, column in cells
        for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    }


def drawn(shape: str) -> list[Cells]:
    """The cells of the cages that a text shows: a character a cell, the same in all of a cage.

    Raises:
        PuzzleError: the text is no square.
    """
    rows = shape.split()
    groups: dict[str, list[Cell]] = {}
    for y, row in enumerate(rows):
        if len(row) != len(rows):
            raise PuzzleError(f"expected {len(rows)} characters in a row, found {row}")
        for x, letter in enumerate(row):
            groups.setdefault(letter, []).append((y, x))
    return [tuple(cells) for cells in groups.values()]


def cut(puzzle: Puzzle, count: int, draw: Draw) -> Puzzle:
    """A puzzle that has a solution, with so many of its cages cut into single cells."""
    solution = next(solutions(puzzle))
    large = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    gone = draw.shuffled(large)[:count]
    cells = [(row, column) for cage in gone for row, column in cage.cells]
    single = [Cage("=", solution[row][column], ((row, column),)) for row, column in cells]
    return replace(puzzle, cages=(*(cage for cage in puzzle.cages if cage not in gone), *single))


def spoiled(puzzle: Puzzle, draw: Draw) -> Puzzle | None:
    """The puzzle with another target for a cage in its second half, so that it has no solution.

    The cage for itself could have it, and if possible nothing shows before numbers are tried.
    None if there is no such target.
    """
    obvious = None
    cages = puzzle.cages
    for _ in range(TRIES):
        old = draw.one(cages[len(cages) // 2 :])
        numbers = _at(_filled(puzzle.size, draw), old.cells)
        try:
            new = _cage(old.cells, numbers, old.operation, draw)
        except PuzzleError:
            continue
        other = _replaced(puzzle, old, new)
        if new == old or solve(other):
            continue
        if Search(other).start():
            return other
        obvious = obvious or other
    return obvious


def misread(puzzle: Puzzle) -> Iterator[Grid]:
    """Grids that solve the puzzle if one of its quotients may leave a remainder, and does."""
    for cage in puzzle.cages:
        for low, high in combinations(range(1, puzzle.size + 1), 2):
            if cage.operation == "/" and high // low == cage.target and high % low:
                other = _replaced(puzzle, cage, Cage("*", low * high, cage.cells))
                for grid in solutions(other):
                    if sorted(_at(grid, cage.cells)) == [low, high]:
                        yield grid


def spoiled_by_remainder(puzzle: Puzzle, draw: Draw) -> Puzzle | None:
    """The puzzle with a cage made a quotient so that only one with a remainder would solve it.

    None if there is no such cage, or another solution.
    """
    solution = next(solutions(puzzle))
    for cage in draw.shuffled(puzzle.cages):
        numbers = _at(solution, cage.cells)
        low, high = min(numbers), max(numbers)
        if len(numbers) == 2 and high % low:
            other = _replaced(puzzle, cage, Cage("/", high // low, cage.cells))
            if solve(other) is None:
                return other
    return None


def _replaced(puzzle: Puzzle, old: Cage, new: Cage) -> Puzzle:
    return replace(puzzle, cages=tuple(new if cage == old else cage for cage in puzzle.cages))


def plain_steps(puzzle: Puzzle, most: int) -> int | None:
    """Numbers that plain backtracking places, cell by cell in reading order, up to its end.

    A number is placed if its row and column have none like it; a cage is looked at when it is
    full. None if it takes more than `most`.
    """
    cells = cells_of(puzzle.size)
    last = {cage.cells[-1]: cage for cage in puzzle.cages}
    placed: dict[Cell, int] = {}
    used: set[tuple[str, int, int]] = set()
    steps = 0

    def fill(place: int) -> bool:
        nonlocal steps
        if place == len(cells):
            return True
        cell = cells[place]
        cage = last.get(cell)
        for number in range(1, puzzle.size + 1):
            marks = {("row", cell[0], number), ("column", cell[1], number)}
            if marks & used:
                continue
            steps += 1
            if steps > most:
                return True
            placed[cell] = number
            if cage is None or cage.allows(placed[other] for other in cage.cells):
                used.update(marks)
                if fill(place + 1):
                    return True
                used.difference_update(marks)
        return False

    fill(0)
    return steps if steps <= most else None
