"""New puzzles with one solution, the same for the same seed on every platform and version.

Cages come as in Simon Tatham's Keen: pairs first, and what is left over joins a neighbour.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import prod

from autograder.puzzles.brute_force import brute_force_checks
from autograder.puzzles.draw import Draw
from autograder.puzzles.model import Cage, Cell, Grid, Puzzle, PuzzleError, cells_of
from autograder.puzzles.rating import RATINGS, is_rated
from autograder.puzzles.solver import Search

TRIES = 10_000
"""Before it is said that there may be no such puzzle."""

PAIRS = 0.75
"""How probably a cell begins a pair with a neighbour that is free."""

WEIGHTS = {"+": 1, "*": 1, "-": 2, "/": 4}

PATIENCE = 1000
"""Ways to try before a puzzle is left: few that take more have one solution."""

REPAIRS = 4
"""Changes of one clue each."""

TRIES_WITHOUT_GIVING = 100
"""After these, single cells may be given: pairs of a 2x2 puzzle all add up to 3."""

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
        return rating is None or is_rated(puzzle, rating)

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
    is_wanted: Callable[[Puzzle], bool],
) -> Puzzle:
    unknown = min(set(operations) - set("+-*/"), default="" if operations else "none")
    if unknown:
        raise PuzzleError(f"the operations: expected some of + - * /, found {unknown}")
    if max_cage < 1:
        raise PuzzleError(f"the largest cage must have at least 1 cell, found {max_cage}")
    draw = Draw(f"{seed}")
    may_give = any_unique = False
    for tried in range(TRIES):
        grid = _latin_square(size, draw)
        cages = [
            cage
            for cells in _partition(size, max_cage, draw)
            for cage in _clued(cells, grid, operations, draw)
        ]
        puzzle = _made_unique(Puzzle(size, tuple(cages)), grid, operations, may_give, draw)
        if puzzle and is_wanted(puzzle):
            return puzzle
        any_unique = any_unique or puzzle is not None
        may_give = tried >= TRIES_WITHOUT_GIVING and not any_unique
    raise PuzzleError(f"found no {what} in {TRIES:,} tries")


def _made_unique(
    puzzle: Puzzle, grid: Grid, operations: str, may_give: bool, draw: Draw
) -> Puzzle | None:
    """The puzzle with some clues changed, so that `grid` is its only solution.

    None if that takes too many changes: most puzzles need few or are beyond repair. If numbers may
    be given, cages are taken apart as a last resort.
    """
    for changed in range(puzzle.size**2):
        search = Search(puzzle, patience=PATIENCE)
        found = (search.square.grid(candidates) for candidates in search.solutions())
        other = next((solution for solution in found if solution != grid), None)
        if search.gave_up:
            return None
        if other is None:
            return puzzle
        telling = _telling(puzzle, grid, other, operations) if changed < REPAIRS else []
        if telling:
            cage, clues = draw.one(telling)
        elif may_give:
            clues = ""
            cage = next(
                c for c in puzzle.cages if _numbers(c.cells, grid) != _numbers(c.cells, other)
            )
        else:
            return None
        new = _clued(cage.cells, grid, clues, draw)
        puzzle = Puzzle(puzzle.size, (*(c for c in puzzle.cages if c is not cage), *new))
    return puzzle


def _telling(puzzle: Puzzle, grid: Grid, other: Grid, operations: str) -> list[tuple[Cage, str]]:
    """Cages with operations that hold for one grid and not for the other."""
    telling = []
    for cage in puzzle.cages:
        targets = _targets(_numbers(cage.cells, grid))
        others = _targets(_numbers(cage.cells, other))
        clues = [o for o in operations if o in targets and targets[o] != others.get(o)]
        if clues and len(cage.cells) > 1:
            telling.append((cage, "".join(clues)))
    return telling


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


def _partition(size: int, max_cage: int, draw: Draw) -> list[list[Cell]]:
    """Connected cells: pairs, and neighbours of pairs."""
    near_cells = _neighbours(size)
    group_of: dict[Cell, list[Cell]] = {}
    groups: list[list[Cell]] = []
    cells = draw.shuffled(near_cells)
    for cell in cells:
        free = [near for near in near_cells[cell] if near not in group_of]
        if max_cage > 1 and cell not in group_of and free and draw.happens(PAIRS):
            pair = [cell, draw.one(free)]
            groups.append(pair)
            group_of.update(dict.fromkeys(pair, pair))
    for cell in cells:
        if cell not in group_of:
            near = [group_of[other] for other in near_cells[cell] if other in group_of]
            room = [group for group in near if len(group) < max_cage]
            if room:
                group = draw.one(room)
                group.append(cell)
            else:
                group = [cell]
                groups.append(group)
            group_of[cell] = group
    return groups


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


def _numbers(cells: Iterable[Cell], grid: Grid) -> list[int]:
    return [grid[row][column] for row, column in cells]


def _targets(numbers: list[int]) -> dict[str, int]:
    """What each operation that fits makes of the numbers of a cage."""
    targets = {"+": sum(numbers), "*": prod(numbers)}
    if len(numbers) == 2:
        low, high = sorted(numbers)
        targets["-"] = high - low
        if high % low == 0:
            targets["/"] = high // low
    return targets


def _clued(cells: Sequence[Cell], grid: Grid, operations: str, draw: Draw) -> list[Cage]:
    """A cage with an operation that fits, or its cells one by one if none does.

    - and / leave more to find out and fit less often, so they are preferred.
    """
    targets = _targets(_numbers(cells, grid))
    fitting = [operation for operation in operations if operation in targets]
    choices = [operation for operation in fitting for _ in range(WEIGHTS[operation])]
    if len(cells) == 1 or not choices:
        return [Cage("=", grid[row][column], ((row, column),)) for row, column in cells]
    operation = draw.one(choices)
    return [Cage(operation, targets[operation], tuple(cells))]
