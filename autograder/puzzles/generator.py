"""New puzzles with one solution, the same for the same seed on every platform and version.

Cages come as in Simon Tatham's Keen: pairs first, and what is left over joins a neighbour.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from functools import lru_cache

from autograder.puzzles.brute_force import brute_force_checks
from autograder.puzzles.model import (
    LARGEST,
    Cage,
    Cell,
    Grid,
    Puzzle,
    PuzzleError,
    cells_of,
    targets,
)
from autograder.puzzles.rating import RATINGS, is_rated
from autograder.puzzles.rng import Draw
from autograder.puzzles.solver import Search

TRIES = 10_000
"""Before it is said that there may be no such puzzle."""

PAIRS = 0.75
"""How probably a cell begins a pair with a neighbour that is free."""

WEIGHTS = {"+": 1, "*": 1, "-": 2, "/": 4}

PATIENCE = 300
"""Ways to try before a puzzle is left: few that take more have one solution."""

EASED = (None, "easy", "normal")
"""Large puzzles are seldom rated so, or of sums alone, unless some numbers are given."""

ALL_ALONE = 100
"""Tries of an eased puzzle: with each, more of the cells in no pair stay alone, at last all."""

BRUTE_FORCE_SIZE = 5


def generate(
    size: int,
    operations: str = "+-*/",
    rating: str | None = None,
    seed: int | str = 0,
    *,
    max_cage: int = 6,
) -> Puzzle:
    """A puzzle with one solution.

    Args:
        operations: Those that cages of more than one cell may have.
        rating: One of RATINGS, None for any. Some numbers are given in large easy and normal ones.
        seed: Equal seeds give equal puzzles.
        max_cage: No cage has more cells.

    Raises:
        PuzzleError: what is wanted cannot be, or was not found.
    """
    if rating is not None and rating not in RATINGS:
        raise PuzzleError(f"the rating: expected one of {', '.join(RATINGS)}, found {rating}")
    what = f"puzzle of size {size}" + (f" rated {rating}" if rating else "")

    def is_wanted(search: Search) -> bool:
        return rating is None or is_rated(search.puzzle, rating, search.tried)

    eased = rating in EASED
    return _first(what, size, operations, seed, max_cage, is_wanted, eased=eased)


def for_brute_force(checks: tuple[int, int], seed: int | str = 0, *, max_cage: int = 5) -> Puzzle:
    """A 5x5 puzzle of sums with one solution, that brute force finds with so many checks.

    Checks are counted as in the calcudoku assignment: one for each number that is tried.

    Args:
        checks: The fewest and the most.

    Raises:
        PuzzleError: no such puzzle was found.
    """
    low, high = checks
    if low > high:
        raise PuzzleError(f"the checks: expected the fewest, then the most, found {low}, {high}")

    def is_wanted(search: Search) -> bool:
        found = brute_force_checks(search.puzzle, high)
        return found is not None and low <= found

    what = f"puzzle of sums with {low:,} to {high:,} checks"
    return _first(what, BRUTE_FORCE_SIZE, "+", seed, max_cage, is_wanted)


def student_seed(secret: str, student: str) -> str:
    """The seed for a student's own puzzle, which nobody finds out without the course's secret."""
    return hmac.new(secret.encode(), student.encode(), "sha256").hexdigest()


def _first(
    what: str,
    size: int,
    operations: str,
    seed: int | str,
    max_cage: int,
    is_wanted: Callable[[Search], bool],
    *,
    eased: bool = False,
) -> Puzzle:
    if not 1 <= size <= LARGEST:
        raise PuzzleError(f"the size must be from 1 to {LARGEST}, found {size}")
    unknown = min(set(operations) - set("+-*/"), default="" if operations else "none")
    if unknown:
        raise PuzzleError(f"the operations: expected some of + - * /, found {unknown}")
    if max_cage < 1:
        raise PuzzleError(f"the largest cage must have at least 1 cell, found {max_cage}")
    draw = Draw(f"{seed}")
    for tried in range(TRIES):
        alone = tried / ALL_ALONE if eased else 0
        grid = _latin_square(size, draw)
        cages = [
            cage
            for cells in partition(grid, max_cage, alone, draw)
            for cage in _clued(cells, grid, operations, draw)
        ]
        search = Search(Puzzle(size, tuple(cages)), patience=PATIENCE)
        if _proves_one(search) and is_wanted(search):
            return search.puzzle
    raise PuzzleError(f"found no {what} in {TRIES:,} tries")


def _proves_one(search: Search) -> bool:
    """Does the search find one solution and show that there is no other?"""
    found = sum(1 for _, _ in zip(range(2), search.solutions(), strict=False))
    return found == 1 and not search.gave_up


def _latin_square(size: int, draw: Draw) -> Grid:
    """Row by row, each a matching of its columns with numbers that these have not had yet."""
    left = [list(range(1, size + 1)) for _ in range(size)]
    rows = []
    for _ in range(size):
        column_of: dict[int, int] = {}
        for column in range(size):
            _match(column, left, column_of, set(), draw)
        row = [0] * size
        for number, column in column_of.items():
            row[column] = number
            left[column].remove(number)
        rows.append(tuple(row))
    return tuple(rows)


def _match(
    column: int,
    left: list[list[int]],
    column_of: dict[int, int],
    seen: set[int],
    draw: Draw,
) -> bool:
    """Give a column a number, where need be by giving another column another one."""
    for number in draw.shuffled(left[column]):
        if number not in seen:
            seen.add(number)
            other = column_of.get(number)
            if other is None or _match(other, left, column_of, seen, draw):
                column_of[number] = column
                return True
    return False


def partition(grid: Grid, max_cage: int, alone: float, draw: Draw) -> list[list[Cell]]:
    """Connected cells: pairs, and neighbours of pairs, but for some that stay alone.

    Two numbers that stand the other way round elsewhere in the same two lines could all change
    places if each two of them shared a cage, so they never do.
    """
    near_cells = _neighbours(len(grid))
    group_of: dict[Cell, list[Cell]] = {}
    groups: list[list[Cell]] = []
    crossings: set[tuple[str, int, int, int, int]] = set()
    cells = draw.shuffled(near_cells)
    for cell in cells:
        free = [near for near in near_cells[cell] if near not in group_of]
        if max_cage > 1 and cell not in group_of and free and draw.happens(PAIRS):
            other = draw.one(free)
            lines = _crossings(cell, [other], grid)
            if crossings.isdisjoint(lines):
                crossings |= lines
                pair = [cell, other]
                groups.append(pair)
                group_of.update(dict.fromkeys(pair, pair))
    for cell in cells:
        if cell not in group_of:
            near = [group_of[other] for other in near_cells[cell] if other in group_of]
            room = [
                group
                for group in near
                if len(group) < max_cage and crossings.isdisjoint(_crossings(cell, group, grid))
            ]
            if room and not (alone and draw.happens(alone)):
                group = draw.one(room)
                crossings |= _crossings(cell, group, grid)
                group.append(cell)
            else:
                group = [cell]
                groups.append(group)
            group_of[cell] = group
    return groups


def _crossings(cell: Cell, group: list[Cell], grid: Grid) -> set[tuple[str, int, int, int, int]]:
    """For each of a group in line with a cell: the lines that cross theirs, and their numbers."""
    row, column = cell
    number = grid[row][column]
    found = set()
    for other_row, other_column in group:
        low, high = sorted((number, grid[other_row][other_column]))
        if other_row == row:
            first, second = sorted((column, other_column))
            found.add(("columns", first, second, low, high))
        elif other_column == column:
            first, second = sorted((row, other_row))
            found.add(("rows", first, second, low, high))
    return found


@lru_cache
def _neighbours(size: int) -> dict[Cell, list[Cell]]:
    cells = cells_of(size)
    return {
        (row, column): [
            near
            for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            if near in cells
        ]
        for row, column in cells
    }


def _clued(cells: Sequence[Cell], grid: Grid, operations: str, draw: Draw) -> list[Cage]:
    """A cage with an operation that fits, or its cells one by one if none does.

    - and / leave more to find out and fit less often, so they are preferred.
    """
    numbers = [grid[row][column] for row, column in cells]
    fitting = targets(numbers)
    choices = [o for o in operations if o in fitting for _ in range(WEIGHTS[o])]
    if not choices:
        return [Cage("=", number, (cell,)) for cell, number in zip(cells, numbers, strict=True)]
    operation = draw.one(choices)
    return [Cage(operation, fitting[operation], tuple(cells))]
