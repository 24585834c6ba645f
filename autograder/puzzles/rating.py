"""How hard a puzzle is for a person: by the deductions that it takes.

Deductions are tried from the easiest on, the next one only where those before it find nothing, and
a puzzle is as hard as the hardest that it takes. The borders between the first three ratings lie
where Simon Tatham's Keen has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

from autograder.puzzles.model import Puzzle, PuzzleError
from autograder.puzzles.solver import MANY_WAYS, SMALL, Search
from autograder.puzzles.square import Square, square
from autograder.puzzles.ways import count, ways

RATINGS = ("easy", "normal", "hard", "extreme", "search")

LARGEST_SET = 4
"""Larger sets of cells have a smaller one beside them in most lines, and nobody looks for them."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    Attributes:
        level: One of RATINGS.
        deductions: What it takes, the easiest first.
        tried: How many ways to fill a cage the solver tries until it knows that the solution is
            the only one; 0 where it need not search.
    """

    level: str
    deductions: tuple[str, ...]
    tried: int


def rate(puzzle: Puzzle) -> Rating:
    """How hard a puzzle with one solution is.

    Raises:
        PuzzleError: it has no solution, or several.
    """
    search = Search(puzzle)
    found = sum(1 for _, _ in zip(search.solutions(), range(2), strict=False))
    if found != 1:
        what = "several solutions" if found else "no solution"
        raise PuzzleError(f"the puzzle has {what}, and only one with one solution can be rated")
    used = set(_deductions(puzzle))
    level = max((_LEVEL[name] for name in used), key=RATINGS.index, default=RATINGS[0])
    return Rating(level, tuple(name for name in _LEVEL if name in used), search.tried)


def is_rated(puzzle: Puzzle, level: str) -> bool:
    """Would `rate` give a puzzle with one solution this level? Ends as soon as it is harder."""
    wanted = RATINGS.index(level)
    found = 0
    for name in _deductions(puzzle):
        found = max(found, RATINGS.index(_LEVEL[name]))
        if found > wanted:
            return False
    return found == wanted


@dataclass(slots=True)
class _Notes:
    """What a person pencils in: candidates, and the ways of each cage that they leave.

    The table of a cage with too many ways to write down is None.
    """

    puzzle: Puzzle
    square: Square
    cells: list[tuple[int, ...]]
    own: list[int]
    candidates: int
    tables: list[list[int] | None]

    def trial(self, candidates: int) -> _Notes:
        """Notes of their own, with none but these candidates, to see what follows."""
        left = self.candidates & candidates
        return _Notes(self.puzzle, self.square, self.cells, self.own, left, self.tables.copy())

    def ways(self) -> Iterator[tuple[int, list[int]]]:
        """Each cage that has a table, by its place, and those of its ways that are left."""
        for place, own in enumerate(self.own):
            table = self.tables[place]
            if table is None:
                table = self._table(place)
            else:
                gone = own & ~self.candidates
                table = [way for way in table if not way & gone]
            self.tables[place] = table
            if table is not None:
                yield place, table

    def _table(self, place: int) -> list[int] | None:
        cage = self.puzzle.cages[place]
        what = self.square, cage.operation, cage.target, self.cells[place], self.candidates
        if len(cage.cells) > SMALL and count(*what) > MANY_WAYS:
            return None
        return ways(*what)


def _deductions(puzzle: Puzzle) -> Iterator[str]:
    """The deductions that solve a puzzle with one solution, as they are needed."""
    masks = square(puzzle.size)
    cells = [
        tuple(row * puzzle.size + column for row, column in cage.cells) for cage in puzzle.cages
    ]
    own = [sum(masks.cells[cell] for cell in places) for places in cells]
    tables: list[list[int] | None] = [None] * len(cells)
    notes = _Notes(puzzle, masks, cells, own, masks.everything, tables)
    while any(left > 1 for left in masks.counts(notes.candidates)):
        name = _step(notes, _WITHIN_CAGES_AND_LINES | _BY_SETS)
        yield name or _by_trial(notes)


def _step(notes: _Notes, deductions: dict[str, _Deduction]) -> str | None:
    """Take the first deduction that finds something; its name, None if none does."""
    for name, deduce in deductions.items():
        left = deduce(notes)
        if left != notes.candidates:
            notes.candidates = left
            return name
    return None


def _found_numbers_leave_their_lines(notes: _Notes) -> int:
    candidates = notes.candidates
    for cell, left in enumerate(notes.square.counts(candidates)):
        if left == 1:
            for _, bit, keeps in notes.square.choices[cell]:
                if bit & candidates:
                    candidates &= keeps
    return candidates


def _one_place_in_a_line(notes: _Notes) -> int:
    return notes.square.hidden_singles(notes.candidates)


def _numbers_of_a_cage(notes: _Notes) -> int:
    """Numbers that are in no way of a cage leave all of its cells."""
    size, numbers = notes.square.size, notes.square.numbers
    candidates = notes.candidates
    for place, table in notes.ways():
        left = reduce(or_, table, 0)
        somewhere = reduce(or_, [left >> cell * size & numbers for cell in notes.cells[place]])
        candidates &= ~notes.own[place] | sum(
            somewhere << cell * size for cell in notes.cells[place]
        )
    return candidates


def _places_in_a_cage(notes: _Notes) -> int:
    """Numbers that no way of a cage puts into a cell leave this cell."""
    candidates = notes.candidates
    for place, table in notes.ways():
        candidates &= reduce(or_, table, 0) | ~notes.own[place]
    return candidates


def _lines_of_a_cage(notes: _Notes) -> int:
    """Numbers that every way of a cage puts into a line leave the rest of this line."""
    candidates = notes.candidates
    for _, table in notes.ways():
        candidates &= reduce(or_, table, 0)
    return candidates


def _sets_in_a_line(notes: _Notes) -> int:
    """As many cells as numbers that they hold keep these numbers from the rest of their line.

    The other way round, as many numbers as places that they have keep others from these places.
    """
    size, numbers = notes.square.size, notes.square.numbers
    candidates = notes.candidates
    lines = [range(row * size, row * size + size) for row in range(size)]
    lines += [range(column, size * size, size) for column in range(size)]
    for line in lines:
        held = [candidates >> cell * size & numbers for cell in line]
        places = [
            sum(1 << place for place, own in enumerate(held) if own >> number & 1)
            for number in range(size)
        ]
        for cells, shared in _shared(held):
            for place, cell in enumerate(line):
                if not cells >> place & 1:
                    candidates &= ~(shared << cell * size)
        for kept, shared in _shared(places):
            for place, cell in enumerate(line):
                if shared >> place & 1:
                    candidates &= ~((numbers & ~kept) << cell * size)
    return candidates


def _shared(held: list[int]) -> Iterator[tuple[int, int]]:
    """Each set of members that hold no more things than they are many: members, things."""
    open_members = [place for place, own in enumerate(held) if own & (own - 1)]
    for most in range(2, min(LARGEST_SET, len(open_members) - 1) + 1):
        few = [place for place in open_members if held[place].bit_count() <= most]
        for members in combinations(few, most):
            things = reduce(or_, [held[place] for place in members])
            if things.bit_count() == most:
                yield sum(1 << place for place in members), things


def _by_trial(notes: _Notes) -> str:
    """Strike one candidate out, or one way of a cage, from which a contradiction follows."""
    for cell, several in enumerate(notes.square.counts(notes.candidates)):
        if several == 2:
            for _, bit, keeps in notes.square.choices[cell]:
                if bit & notes.candidates and _fails(notes.trial(keeps)):
                    notes.candidates &= ~bit
                    return _TWO_CANDIDATES
    for place, table in sorted(notes.ways(), key=lambda found: len(found[1])):
        left = [way for way in table if not _fails(notes.trial(way))]
        if len(left) < len(table):
            notes.tables[place] = left
            notes.candidates &= reduce(or_, left)
            return _MORE_WAYS
    return _by_search(notes)


def _by_search(notes: _Notes) -> str:
    """Where single trials tell nothing, the rest is left to the solver."""
    search = Search(notes.puzzle)
    notes.candidates = next(search.solutions())
    return _BEYOND


def _fails(notes: _Notes) -> bool:
    """Do deductions within cages and lines lead to a contradiction?"""
    while _step(notes, _WITHIN_CAGES_AND_LINES):
        if notes.square.filled(notes.candidates) != notes.square.everything:
            return True
    return False


_Deduction = Callable[[_Notes], int]
"""Gives the candidates that are left."""

_WITHIN_CAGES_AND_LINES: dict[str, _Deduction] = {
    "numbers that are found leave their lines": _found_numbers_leave_their_lines,
    "a number has one place in a line": _one_place_in_a_line,
    "a number is in no way to fill a cage": _numbers_of_a_cage,
    "a number has no such place in a cage": _places_in_a_cage,
    "a cage takes a number from the rest of a line": _lines_of_a_cage,
}
_BY_SETS: dict[str, _Deduction] = {"cells of a line share as many numbers": _sets_in_a_line}
_TWO_CANDIDATES = "one of two numbers of a cell leads to a contradiction"
_MORE_WAYS = "a way to fill a cage leads to a contradiction"
_BEYOND = "contradictions within contradictions"

_LEVEL = dict(
    zip(
        [*_WITHIN_CAGES_AND_LINES, *_BY_SETS, _TWO_CANDIDATES, _MORE_WAYS, _BEYOND],
        ["easy", "easy", "easy", "normal", "hard", "hard", "extreme", "search", "search"],
        strict=True,
    )
)
