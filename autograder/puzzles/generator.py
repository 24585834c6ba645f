"""New puzzles with one solution, the same for the same seed on every platform and version.

Of the random numbers only `Random.random` is used, which alone is promised never to change.
Cages come as in Simon Tatham's Keen: pairs first, and what is left over joins a neighbour.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from math import prod
from random import Random

from autograder.puzzles.model import Cage, Cell, Grid, Puzzle, PuzzleError, cells_of
from autograder.puzzles.rating import RATINGS, is_rated
from autograder.puzzles.solver import Search

TRIES = 10_000
"""Before it is said that there may be no such puzzle."""

PAIRS = 0.75
"""How probably a cell begins a pair with a neighbour that is free."""

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
        rating: One of RATINGS, None for any.
        seed: Equal seeds give equal puzzles.
        max_cage: No cage has more cells.

    Raises:
        PuzzleError: what is wanted cannot be, or was not found.
    """
    if rating is not None and rating not in RATINGS:
        raise PuzzleError(f"the rating: expected one of {', '.join(RATINGS)}, found {rating}")
    what = f"puzzle of size {size}" + (f" rated {rating}" if rating else "")

    def is_wanted(puzzle: Puzzle) -> bool:
        return _is_unique(puzzle, rating) and (rating is None or is_rated(puzzle, rating))

    return _first(what, size, operations, seed, max_cage, is_wanted)


def for_brute_force(checks: tuple[int, int], seed: int | str = 0, *, max_cage: int = 5) -> Puzzle:
    """A 5x5 puzzle of sums with one solution, that brute force finds with so many checks.

    Checks are counted as in the calcudoku assignment: one for each number that is tried.

    Args:
        checks: The fewest and the most.

    Raises:
        PuzzleError: no such puzzle was found.
    """
    low, high = checks

    def is_wanted(puzzle: Puzzle) -> bool:
        found = brute_force_checks(puzzle, high)
        return found is not None and low <= found and _is_unique(puzzle, None)

    what = f"puzzle of sums with {low:,} to {high:,} checks"
    return _first(what, BRUTE_FORCE_SIZE, "+", seed, max_cage, is_wanted)


def student_seed(secret: str, student: str) -> str:
    """The seed for a student's own puzzle, which nobody finds out without the course's secret."""
    return hmac.new(secret.encode(), student.encode(), "sha256").hexdigest()


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


def _first(
    what: str,
    size: int,
    operations: str,
    seed: int | str,
    max_cage: int,
    is_wanted: Callable[[Puzzle], bool],
) -> Puzzle:
    if unknown := set(operations) - set("+-*/"):
        raise PuzzleError(f"the operations: expected some of + - * /, found {min(unknown)}")
    if max_cage < 1:
        raise PuzzleError(f"the largest cage must have at least 1 cell, found {max_cage}")
    random = Random(f"{seed}")
    for _ in range(TRIES):
        grid = _latin_square(size, random)
        cages = [
            cage
            for cells in _partition(size, max_cage, random)
            for cage in _clued(cells, grid, operations, random)
        ]
        puzzle = Puzzle(size, tuple(cages))
        if is_wanted(puzzle):
            return puzzle
    raise PuzzleError(
        f"found no {what} in {TRIES:,} tries; another size, rating or more operations may help"
    )


def _is_unique(puzzle: Puzzle, rating: str | None) -> bool:
    """Has it one solution, and is that found with or without trying as the rating has it?"""
    search = Search(puzzle)
    solutions = search.solutions()
    if next(solutions, None) is None or next(solutions, None) is not None:
        return False
    if rating in {"easy", "normal"}:
        return search.tried == 0
    return rating not in {"extreme", "search"} or search.tried > 0


def _latin_square(size: int, random: Random) -> Grid:
    """Row by row, each a matching of its columns with numbers that these have not had yet."""
    left = [list(range(1, size + 1)) for _ in range(size)]
    rows = []
    for _ in range(size):
        column_of: dict[int, int] = {}
        for column in range(size):
            _match(column, left, column_of, set(), random)
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
    random: Random,
) -> bool:
    """Give a column a number, where need be by giving another column another one."""
    for number in sorted(left[column], key=lambda _: random.random()):
        if number not in seen:
            seen.add(number)
            other = column_of.get(number)
            if other is None or _match(other, left, column_of, seen, random):
                column_of[number] = column
                return True
    return False


def _partition(size: int, max_cage: int, random: Random) -> list[list[Cell]]:
    """Connected cells: pairs, and neighbours of pairs."""
    group_of: dict[Cell, list[Cell]] = {}
    groups: list[list[Cell]] = []
    cells = sorted(cells_of(size), key=lambda _: random.random())
    for cell in cells:
        free = [near for near in _neighbours(cell, size) if near not in group_of]
        if max_cage > 1 and cell not in group_of and free and random.random() < PAIRS:
            pair = [cell, free[int(random.random() * len(free))]]
            groups.append(pair)
            group_of.update(dict.fromkeys(pair, pair))
    for cell in cells:
        if cell not in group_of:
            near = [group_of[other] for other in _neighbours(cell, size) if other in group_of]
            room = [group for group in near if len(group) < max_cage]
            if room:
                group = room[int(random.random() * len(room))]
                group.append(cell)
            else:
                group = [cell]
                groups.append(group)
            group_of[cell] = group
    return groups


def _neighbours(cell: Cell, size: int) -> list[Cell]:
    row, column = cell
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size]


def _clued(cells: list[Cell], grid: Grid, operations: str, random: Random) -> list[Cage]:
    """A cage with an operation that fits, or its cells one by one if none does.

    Operations that tell more, and fit less often, are preferred.
    """
    numbers = [grid[row][column] for row, column in cells]
    high, low = max(numbers), min(numbers)
    targets = {"+": sum(numbers), "*": prod(numbers)}
    if len(cells) == 2:
        targets["-"] = high - low
        if high % low == 0:
            targets["/"] = high // low
    weights = {"+": 1, "*": 1, "-": 2, "/": 4}
    fitting = [operation for operation in operations if operation in targets]
    choices = [operation for operation in fitting for _ in range(weights[operation])]
    if len(cells) == 1 or not choices:
        return [Cage("=", grid[row][column], ((row, column),)) for row, column in cells]
    operation = choices[int(random.random() * len(choices))]
    return [Cage(operation, targets[operation], tuple(cells))]
