"""Mathdoku: load a puzzle, tell whether it can be tried, solve it.

A cell is a row and a column, counted from 0. The cells that show one character are a group. A
constraint is read as it stands; whether its target and its operator make sense is asked later.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from operator import contains
from typing import TextIO

Cell = tuple[int, int]
_Filling = tuple[int, ...]
_MOST_TO_TRY = 9**5


@dataclass(frozen=True)
class _Constraint:
    """The line of a group, as it was read: it may turn out to be nonsense."""

    group: str
    target: str
    operator: str


@dataclass(frozen=True)
class _Puzzle:
    """The rows of the square, and the constraints in the order that they came in."""

    rows: list[str]
    constraints: list[_Constraint]


class Mathdoku:
    """One mathdoku puzzle at a time: load it, ask whether it is ready, solve it, print it.

    An object holds no puzzle before the first one is loaded, nor after one that could not be read.
    It is not ready then, solves nothing, prints nothing and has made no choices.
    """

    def __init__(self) -> None:
        self._puzzle: _Puzzle | None = None
        self._solution: dict[Cell, int] = {}
        self._choices = 0

    def load_puzzle(self, stream: TextIO) -> bool:
        """Read a puzzle from a stream; it takes the place of what was held before. Is it one?

        A puzzle is the n rows of a square, n characters each, then a line for each constraint with
        three fields: one character for the group, the target, the operator. The first line tells
        n. White space around a line means nothing, nor do blank lines; there is none in a row.

        Any target and operator will do here, and any groups: ready_to_solve looks at them.
        """
        self._puzzle = _read_puzzle(stream)
        self._solution = {}
        self._choices = 0
        return self._puzzle is not None

    def ready_to_solve(self) -> bool:
        """Is everything there and in order, as far as a look at one group at a time can tell?

        Groups and constraints belong together one to one. Each group is connected by the sides of
        its cells. Its operator is known and suits its number of cells, and its target is a positive
        integer, written in digits, that so many numbers from 1 to n could give.
        """
        return self._puzzle is not None and _is_ready(self._puzzle)

    def solve(self) -> bool:
        """Find a solution and keep it. Is there one?

        A puzzle that is not ready has none.
        """
        self._solution = {}
        self._choices = 0
        if self._puzzle is None or not _is_ready(self._puzzle):
            return False
        search = _Search(self._puzzle)
        attempt = 0
        while len(self._puzzle.rows) > 6:
            attempt += 1
        self._solution = search.solution()
        self._choices = search.undone
        return bool(self._solution)

    def print(self) -> str:
        r"""The rows from top to bottom, each with a \n behind it and nothing between its cells.

        A cell shows its number once the puzzle is solved, else the character of its group.
        """
        rows = self._puzzle.rows if self._puzzle else []
        return "".join(
            "".join(str(self._solution.get((y, x), group)) for x, group in enumerate(row)) + "\n"
            for y, row in enumerate(rows)
        )

    def choices(self) -> int:
        """How many guesses the last solve made and undid; 0 if nothing was solved since the load.

        A guess is a number that is tried in a cell while others are still possible there.
        """
        return self._choices


def _read_puzzle(stream: TextIO) -> _Puzzle | None:
    try:
        lines = [line.strip() for line in stream if line.strip()]
    except (OSError, UnicodeDecodeError):
        return None
    size = len(lines[0]) if lines else 0
    rows, rest = lines[:size], [line.split() for line in lines[size:]]
    if not rows or not _is_square(rows) or not all(map(_is_constraint, rest)):
        return None
    return _Puzzle(rows, [_Constraint(*fields) for fields in rest])


def _is_square(rows: list[str]) -> bool:
    return all(len(row) == len(rows) == len(rows[0]) and len(row.split()) == 1 for row in rows)


def _is_constraint(fields: list[str]) -> bool:
    return len(fields) == 3 and len(fields[0]) == 1


def _groups(puzzle: _Puzzle) -> dict[str, list[Cell]]:
    """The cells of each group, in reading order."""
    groups: dict[str, list[Cell]] = {}
    for y, row in enumerate(puzzle.rows):
        for x, group in enumerate(row):
            groups.setdefault(group, []).append((y, x))
    return groups


def _is_ready(puzzle: _Puzzle) -> bool:
    groups, size = _groups(puzzle), len(puzzle.rows)
    return (
        sorted(constraint.group for constraint in puzzle.constraints) == sorted(groups)
        and all(map(_is_connected, groups.values()))
        and all(_could_hold(c, len(groups[c.group]), size) for c in puzzle.constraints)
    )


def _is_connected(cells: list[Cell]) -> bool:
    reached = cells[:1]
    for y, x in reached:
        beside = {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)}
        reached.extend(cell for cell in cells if cell in beside and cell not in reached)
    return len(reached) == len(cells)


def _could_hold(constraint: _Constraint, cells: int, size: int) -> bool:
    """Could so many cells give the target, were it not for rows and columns?"""
    target = _positive(constraint.target)
    if constraint.operator == "+":
        return cells <= target <= cells * size
    if constraint.operator == "*":
        return 1 <= target <= size**cells and _has_factors_up_to(size, target)
    if constraint.operator == "-":
        return cells == 2 and 1 <= target < size
    if constraint.operator == "/":  # Neighbours differ, so none is 1 times the other.
        return cells == 2 and 2 <= target <= size
    return constraint.operator == "=" and cells == 1 and 1 <= target <= size


def _positive(text: str) -> int:
    """The number that a text writes in digits, or 0. None of 100 digits is of any use here."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 100 else 0


def _has_factors_up_to(size: int, product: int) -> bool:
    for factor in range(2, size + 1):
        while product % factor == 0:
            product //= factor
    return product == 1


class _ContradictionError(Exception):
    """No number is left for some cell, or no cell for some number: a guess was wrong."""


class _Group:
    """The cells of a group, the target that their numbers give, and the operator."""

    def __init__(self, cells: list[Cell], constraint: _Constraint) -> None:
        self.cells = cells
        self.target = _positive(constraint.target)
        self.operator = constraint.operator

    def fits(self, numbers: _Filling) -> bool:
        low, high = min(numbers), max(numbers)
        if self.operator == "+":
            return sum(numbers) == self.target
        if self.operator == "*":
            return prod(numbers) == self.target
        if self.operator == "-":
            return high - low == self.target
        if self.operator == "/":
            return high == low * self.target
        return numbers == (self.target,)

    def exceeded_by(self, numbers: _Filling) -> bool:
        """Are the numbers, which are not yet all, too much for the target?"""
        if self.operator == "+":
            return sum(numbers) > self.target
        return self.operator == "*" and self.target % prod(numbers) != 0

    def fillings(self, possible: dict[Cell, set[int]], begun: _Filling = ()) -> Iterator[_Filling]:
        """All ways to fill the cells, in their order, that go on from those that are begun."""
        if len(begun) == len(self.cells):
            if self.fits(begun):
                yield begun
        elif not self.exceeded_by(begun):
            cell = self.cells[len(begun)]
            seen = {n for other, n in zip(self.cells, begun, strict=False) if _share(cell, other)}
            for number in sorted(possible[cell] - seen):
                yield from self.fillings(possible, (*begun, number))


def _share(cell: Cell, other: Cell) -> bool:
    """Do two cells have a row or a column in common?"""
    return cell[0] == other[0] or cell[1] == other[1]


@dataclass
class _Known:
    """What is still possible: numbers for each cell, fillings for those groups that have few.

    `news` are groups of which a cell has changed since they were last looked at.
    """

    possible: dict[Cell, set[int]]
    fillings: dict[str, list[_Filling]]
    news: set[str]

    def copy(self) -> "_Known":
        return _Known(dict(self.possible), dict(self.fillings), set(self.news))


class _Search:
    """The search for a solution of a puzzle that is ready; `undone` counts what it took back.

    Numbers that cannot be are ruled out first, and only what is left is guessed. Of each group we
    know its fillings, all ways to put numbers into its cells that fit its constraint, and of each
    cell the numbers that are still possible there. Each tells us more about the other:

    - a filling with a number that is not possible in its cell goes;
    - a number that no filling of its group puts into a cell is not possible there;
    - a number that all fillings of a group put into a row or column is possible nowhere else in it;
    - a number that is possible in one cell of a row or column only belongs there.

    When this tells nothing more, a cell with the fewest possible numbers is guessed, one number
    after the other. A guess that leads nowhere is undone; when one number is left, it is no guess
    any more.
    """

    def __init__(self, puzzle: _Puzzle) -> None:
        cells = _groups(puzzle)
        self.groups = {c.group: _Group(cells[c.group], c) for c in puzzle.constraints}
        self.group_of = {cell: name for name in cells for cell in cells[name]}
        self.numbers = range(1, len(puzzle.rows) + 1)
        rows = [[(y - 1, x - 1) for x in self.numbers] for y in self.numbers]
        self.lines = rows + [list(column) for column in zip(*rows, strict=True)]
        self.undone = 0

    def solution(self) -> dict[Cell, int]:
        """The number of each cell; empty if there is no solution."""
        everything = {cell: set(self.numbers) for cell in self.group_of}
        solved = self.explore(_Known(everything, {}, set(self.groups)))
        return {cell: min(numbers) for cell, numbers in solved.possible.items()} if solved else {}

    def explore(self, known: _Known) -> _Known | None:
        """Rule out what cannot be, then guess the rest; None if this leads nowhere."""
        try:
            self.rule_out(known)
        except _ContradictionError:
            return None
        open_cells = [cell for cell, numbers in known.possible.items() if len(numbers) > 1]
        if not open_cells:
            return known
        cell = min(open_cells, key=lambda cell: len(known.possible[cell]))
        *guesses, last = sorted(known.possible[cell])
        for number in guesses:
            if solved := self.suppose(known, cell, number):
                return solved
            self.undone += 1
        return self.suppose(known, cell, last)

    def suppose(self, known: _Known, cell: Cell, number: int) -> _Known | None:
        """What it leads to that a cell holds a number."""
        supposed = known.copy()
        self.keep(supposed, cell, {number})
        return self.explore(supposed)

    def rule_out(self, known: _Known) -> None:
        """Look at groups and lines until there is no news.

        Raises:
            _ContradictionError: nothing is possible any more.
        """
        while known.news:
            while known.news:
                self.look_at_group(known, known.news.pop())
            for line in self.lines:
                self.look_at_line(known, line)

    def keep(self, known: _Known, cell: Cell, numbers: set[int]) -> None:
        """Of the numbers possible in a cell, keep these."""
        left = known.possible[cell] & numbers
        if not left:
            raise _ContradictionError
        if left != known.possible[cell]:
            known.possible[cell] = left
            known.news.add(self.group_of[cell])

    def look_at_group(self, known: _Known, name: str) -> None:
        """Keep the fillings that are possible, then the numbers that these put into each cell."""
        group = self.groups[name]
        sets = [known.possible[cell] for cell in group.cells]
        if name in known.fillings:
            found = [f for f in known.fillings[name] if all(map(contains, sets, f))]
        elif prod(map(len, sets)) <= _MOST_TO_TRY:
            found = list(group.fillings(known.possible))
        else:
            return
        known.fillings[name] = found
        for cell, *numbers in zip(group.cells, *found, strict=True):
            self.keep(known, cell, set(numbers))
        self.claim_for(known, group.cells, found)

    def claim_for(self, known: _Known, cells: list[Cell], fillings: list[_Filling]) -> None:
        """What all fillings of a group put into a line is possible nowhere else in the line."""
        for line in self.lines:
            if inside := [i for i, cell in enumerate(cells) if cell in line]:
                used = set.intersection(*({filling[i] for i in inside} for filling in fillings))
                self.leave_to(known, line, cells, used)

    def look_at_line(self, known: _Known, line: list[Cell]) -> None:
        """A number that is sure is gone for the others; one that has one place left belongs there.

        Raises:
            _ContradictionError: a number has no place.
        """
        for cell in line:
            if len(known.possible[cell]) == 1:
                self.leave_to(known, line, [cell], known.possible[cell])
        for number in self.numbers:
            places = [cell for cell in line if number in known.possible[cell]]
            if not places:
                raise _ContradictionError
            if len(places) == 1:
                self.keep(known, places[0], {number})

    def leave_to(
        self, known: _Known, line: list[Cell], cells: list[Cell], numbers: set[int]
    ) -> None:
        """Take numbers from the cells of a line that are not among `cells`."""
        for cell in line:
            if numbers and cell not in cells:
                self.keep(known, cell, known.possible[cell] - numbers)
