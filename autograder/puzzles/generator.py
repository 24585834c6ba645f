"""A generator of puzzles with one solution: the same seed gives the same puzzle on every platform.

Cages are formed as in Simon Tatham's Keen: pairs first, then each remaining cell joins a neighbour.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from itertools import islice

from autograder.puzzles.brute_force import brute_force_checks
from autograder.puzzles.model import LARGEST, Cage, Cell, Grid, Puzzle, PuzzleError, targets
from autograder.puzzles.partition import partition
from autograder.puzzles.rating import RATINGS, is_rated, possible_ratings
from autograder.puzzles.rng import SeededRandom
from autograder.puzzles.search import Search

MAX_TRIES = 10_000
"""Puzzles to try before giving up."""

WEIGHTS = {"+": 1, "*": 1, "-": 2, "/": 4}
"""How often an operation is chosen. - and / leave more to find out and fit fewer cages."""

SEARCH_BUDGET = 300
"""Branches to try before a puzzle is dropped: few that take more have one solution."""

RATINGS_WITH_SINGLES = (None, "easy", "normal")
"""Large puzzles, or puzzles of sums only, rarely get these ratings unless numbers are given."""

TRIES_TO_ALL_SINGLES = 100
"""For these ratings, the share of unpaired cells that stay single grows to 1 in this many tries."""

BRUTE_FORCE_SIZE = 5
MIN_CHECKS = BRUTE_FORCE_SIZE * sum(range(1, BRUTE_FORCE_SIZE + 1))
"""Brute force that never backtracks checks 1 to n in a cell with the number n."""


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
        PuzzleError: an argument is invalid, no puzzle can have this rating, or none was found.
    """
    _check_arguments(size, operations, max_cage)
    if rating is not None:
        _check_rating(rating, size, operations, max_cage)
    name = f"puzzle of size {size}" + (f" rated {rating}" if rating else "")

    def matches(search: Search) -> bool:
        return rating is None or is_rated(search.puzzle, rating, search.tried)

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
    _check_range(low, high)

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


def _check_rating(rating: str, size: int, operations: str, max_cage: int) -> None:
    if rating not in RATINGS:
        raise PuzzleError(f"rating: expected one of {', '.join(RATINGS)}, found {rating}")
    possible = possible_ratings(size, operations, max_cage)
    if rating not in possible:
        limits = f"size {size}, operations {operations} and max_cage {max_cage}"
        raise PuzzleError(
            f"rating: no puzzle with {limits} is rated {rating}; possible: {', '.join(possible)}"
        )


def _check_range(low: int, high: int) -> None:
    if low > high:
        raise PuzzleError(f"checks: expected the fewest, then the most, found {low}, {high}")
    if high < MIN_CHECKS:
        least = f"at least {MIN_CHECKS} for a puzzle of size {BRUTE_FORCE_SIZE}"
        raise PuzzleError(f"checks: brute force takes {least}, found at most {high}")


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
            for cells in partition(grid, max_cage, single_chance, rng)
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
