"""A generator of puzzles with one solution: the same seed gives the same puzzle on every platform.

Cages are formed as in Simon Tatham's Keen: pairs first, then each remaining cell joins a neighbour.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice

from autograder.puzzles.brute_force import brute_force_checks
from autograder.puzzles.model import (
    LARGEST,
    Cage,
    Cell,
    Grid,
    Puzzle,
    PuzzleError,
    cells_of,
    neighbours,
    targets,
)
from autograder.puzzles.rating import RATINGS, is_rated
from autograder.puzzles.rng import SeededRandom
from autograder.puzzles.solver import Search

MAX_TRIES = 10_000
"""Puzzles to try before giving up."""

WEIGHTS = {"+": 1, "*": 1, "-": 2, "/": 4}
"""How often an operation is chosen. - and / leave more to find out and fit fewer cages."""

PAIR_CHANCE = 0.75
"""The chance that a cell forms a pair with a free neighbour."""

SEARCH_BUDGET = 300
"""Branches to try before a puzzle is dropped: few that take more have one solution."""

RATINGS_WITH_SINGLES = (None, "easy", "normal")
"""Large puzzles, or puzzles of sums only, rarely get these ratings unless numbers are given."""

TRIES_TO_ALL_SINGLES = 100
"""For these ratings, the share of unpaired cells that stay single grows to 1 in this many tries."""

BRUTE_FORCE_SIZE = 5


def generate(
    size: int,
    operations: str = "+-*/",
    rating: str | None = None,
    seed: int | str = 0,
    *,
    max_cage: int = 6,
) -> Puzzle:
    """Generate a puzzle with one solution.

    Args:
        size: The number of rows and columns, from 1 to 16.
        operations: The operations that cages of more than one cell may have.
        rating: One of RATINGS, or None for any. Large easy and normal puzzles have some numbers
            given.
        seed: Equal seeds give equal puzzles. An int is the same seed as its digits.
        max_cage: The most cells of a cage.

    Raises:
        PuzzleError: an argument is invalid, or no such puzzle was found.
    """
    _check_arguments(size, operations, max_cage)
    if rating not in (None, *RATINGS):
        raise PuzzleError(f"rating: expected one of {', '.join(RATINGS)}, found {rating}")
    name = f"puzzle of size {size}" + (f" rated {rating}" if rating else "")

    def matches(search: Search) -> bool:
        return rating is None or is_rated(search.puzzle, rating)

    singles = rating in RATINGS_WITH_SINGLES
    return _first_match(name, size, operations, seed, max_cage, matches, singles=singles)


def for_brute_force(checks: tuple[int, int], seed: int | str = 0, *, max_cage: int = 5) -> Puzzle:
    """Generate a 5x5 puzzle of sums with one solution by the work that brute force takes.

    Brute force tries the numbers of each cell in reading order; each number tried is one check.

    Args:
        checks: The fewest and the most checks.
        seed: Equal seeds give equal puzzles.
        max_cage: The most cells of a cage.

    Raises:
        PuzzleError: an argument is invalid, or no such puzzle was found.
    """
    _check_arguments(BRUTE_FORCE_SIZE, "+", max_cage)
    low, high = checks

    def matches(search: Search) -> bool:
        count = brute_force_checks(search.puzzle, high)
        return count is not None and low <= count

    name = f"puzzle of sums with {low:,} to {high:,} checks"
    return _first_match(name, BRUTE_FORCE_SIZE, "+", seed, max_cage, matches)


def student_seed(secret: str, student: str) -> str:
    """Return the seed of a student's own puzzle, which cannot be guessed without the secret."""
    return hmac.new(secret.encode(), student.encode(), "sha256").hexdigest()


def _check_arguments(size: int, operations: str, max_cage: int) -> None:
    if not 1 <= size <= LARGEST:
        raise PuzzleError(f"size: expected 1 to {LARGEST}, found {size}")
    if max_cage < 1:
        raise PuzzleError(f"max_cage: expected at least 1, found {max_cage}")
    unknown = min(set(operations) - set("+-*/"), default="" if operations else "none")
    if unknown:
        raise PuzzleError(f"operations: expected some of + - * /, found {unknown}")


def _first_match(
    name: str,
    size: int,
    operations: str,
    seed: int | str,
    max_cage: int,
    matches: Callable[[Search], bool],
    *,
    singles: bool = False,
) -> Puzzle:
    rng = SeededRandom(str(seed))
    for attempt in range(MAX_TRIES):
        single_chance = attempt / TRIES_TO_ALL_SINGLES if singles else 0
        grid = _latin_square(size, rng)
        cages = [
            cage
            for cells in _partition(grid, max_cage, single_chance, rng)
            for cage in _cages_with_clues(cells, grid, operations, rng)
        ]
        search = Search(Puzzle(size, tuple(cages)), budget=SEARCH_BUDGET)
        if _proves_unique(search) and matches(search):
            return search.puzzle
    raise PuzzleError(f"found no {name} in {MAX_TRIES:,} tries")


def _proves_unique(search: Search) -> bool:
    """Return whether the search finds one solution and completes without a second."""
    count = sum(1 for _ in islice(search.solutions(), 2))
    return count == 1 and not search.gave_up


def _latin_square(size: int, rng: SeededRandom) -> Grid:
    """Fill row by row, each with a matching of columns and the numbers that they still need."""
    needed = [list(range(1, size + 1)) for _ in range(size)]
    rows = []
    for _ in range(size):
        column_of: dict[int, int] = {}
        for column in range(size):
            _match_column(column, needed, column_of, set(), rng)
        row = [0] * size
        for number, column in column_of.items():
            row[column] = number
            needed[column].remove(number)
        rows.append(tuple(row))
    return tuple(rows)


def _match_column(
    column: int,
    needed: list[list[int]],
    column_of: dict[int, int],
    seen: set[int],
    rng: SeededRandom,
) -> bool:
    """Match a column with a number along an augmenting path."""
    for number in rng.shuffled(needed[column]):
        if number not in seen:
            seen.add(number)
            other = column_of.get(number)
            if other is None or _match_column(other, needed, column_of, seen, rng):
                column_of[number] = column
                return True
    return False


def _partition(
    grid: Grid, max_cage: int, single_chance: float, rng: SeededRandom
) -> list[list[Cell]]:
    """Partition the grid into connected groups: pairs, cells that join them, and single cells.

    If a rectangle of the grid reads a b / b a and each of these pairs shares a cage, swapping a and
    b gives a second solution. So at most one of two such pairs shares a cage.
    """
    near = _neighbours_inside(len(grid))
    group_of: dict[Cell, list[Cell]] = {}
    groups: list[list[Cell]] = []
    swaps: set[tuple[str, int, int, int, int]] = set()
    cells = rng.shuffled(near)
    for cell in cells:
        free = [other for other in near[cell] if other not in group_of]
        if max_cage > 1 and cell not in group_of and free and rng.chance(PAIR_CHANCE):
            other = rng.choice(free)
            new_swaps = _swaps(cell, [other], grid)
            if swaps.isdisjoint(new_swaps):
                swaps |= new_swaps
                pair = [cell, other]
                groups.append(pair)
                group_of.update(dict.fromkeys(pair, pair))
    for cell in cells:
        if cell not in group_of:
            adjacent = [group_of[other] for other in near[cell] if other in group_of]
            joinable = [
                group
                for group in adjacent
                if len(group) < max_cage and swaps.isdisjoint(_swaps(cell, group, grid))
            ]
            if joinable and not (single_chance and rng.chance(single_chance)):
                group = rng.choice(joinable)
                swaps |= _swaps(cell, group, grid)
                group.append(cell)
            else:
                group = [cell]
                groups.append(group)
            group_of[cell] = group
    return groups


def _swaps(cell: Cell, group: list[Cell], grid: Grid) -> set[tuple[str, int, int, int, int]]:
    """Return a key for each pair of the cell and a cell of the group in one line.

    A key holds the two crossing lines and the two numbers, so the two pairs of a rectangle that
    reads a b / b a have equal keys.
    """
    row, column = cell
    number = grid[row][column]
    keys = set()
    for other_row, other_column in group:
        low, high = sorted((number, grid[other_row][other_column]))
        if other_row == row:
            first, second = sorted((column, other_column))
            keys.add(("columns", first, second, low, high))
        elif other_column == column:
            first, second = sorted((row, other_row))
            keys.add(("rows", first, second, low, high))
    return keys


@lru_cache
def _neighbours_inside(size: int) -> dict[Cell, list[Cell]]:
    cells = cells_of(size)
    return {cell: [near for near in neighbours(cell) if near in cells] for cell in cells}


def _cages_with_clues(
    cells: Sequence[Cell], grid: Grid, operations: str, rng: SeededRandom
) -> list[Cage]:
    """Return a cage with a random fitting operation, or single cells if no operation fits."""
    numbers = [grid[row][column] for row, column in cells]
    fitting = targets(numbers)
    choices = [o for o in operations if o in fitting for _ in range(WEIGHTS[o])]
    if not choices:
        return [Cage("=", number, (cell,)) for cell, number in zip(cells, numbers, strict=True)]
    operation = rng.choice(choices)
    return [Cage(operation, fitting[operation], tuple(cells))]
