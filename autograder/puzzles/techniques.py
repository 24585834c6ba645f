"""What a person finds out from cages and lines, one kind of deduction a function.

Each gives the candidates that are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

from autograder.puzzles.bitboard import Square, square
from autograder.puzzles.combinations import count, squeezed, totals, ways
from autograder.puzzles.model import Puzzle
from autograder.puzzles.solver import MANY_WAYS, SMALL

LARGEST_SET = 4
"""Larger sets of cells have a smaller one beside them in most lines, and nobody looks for them."""


@dataclass(slots=True)
class Notes:
    """What a person pencils in: candidates, and the ways of each cage that they leave.

    The table of a cage with too many ways to write down is None.
    """

    puzzle: Puzzle
    square: Square
    cells: list[tuple[int, ...]]
    own: list[int]
    candidates: int
    tables: list[list[int] | None]

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

    def left(self) -> Iterator[tuple[int, int]]:
        """Each cage by its place, and the candidates that its ways leave in its own cells.

        Of one without a table what can be part of its total.
        """
        tables = dict(self.ways())
        for place, cells in enumerate(self.cells):
            if place in tables:
                left = reduce(or_, tables[place], 0)
            else:
                cage = self.puzzle.cages[place]
                limits = totals(self.square.size, cage.operation, cage.target)
                left = squeezed(self.square, limits, cells, self.candidates)
            yield place, left & self.own[place]

    def _table(self, place: int) -> list[int] | None:
        cage = self.puzzle.cages[place]
        what = self.square, cage.operation, cage.target, self.cells[place], self.candidates
        if len(cage.cells) > SMALL and count(*what) > MANY_WAYS:
            return None
        return ways(*what)


def notes(puzzle: Puzzle) -> Notes:
    """The notes at the start: everything may be."""
    masks = square(puzzle.size)
    cells = [
        tuple(row * puzzle.size + column for row, column in cage.cells) for cage in puzzle.cages
    ]
    own = [sum(masks.cells[cell] for cell in places) for places in cells]
    return Notes(puzzle, masks, cells, own, masks.everything, [None] * len(cells))


def found_numbers_leave_their_lines(notes: Notes) -> int:
    candidates = notes.candidates
    for cell, left in enumerate(notes.square.counts(candidates)):
        if left == 1:
            for _, bit, keeps in notes.square.choices[cell]:
                if bit & candidates:
                    candidates &= keeps
    return candidates


def one_place_in_a_line(notes: Notes) -> int:
    return notes.square.hidden_singles(notes.candidates)


def numbers_of_a_cage(notes: Notes) -> int:
    """Numbers that are in no way of a cage leave all of its cells."""
    size, numbers = notes.square.size, notes.square.numbers
    candidates = notes.candidates
    for place, left in notes.left():
        somewhere = reduce(or_, [left >> cell * size & numbers for cell in notes.cells[place]])
        candidates &= ~notes.own[place] | sum(
            somewhere << cell * size for cell in notes.cells[place]
        )
    return candidates


def places_in_a_cage(notes: Notes) -> int:
    """Numbers that no way of a cage puts into a cell leave this cell."""
    candidates = notes.candidates
    for place, left in notes.left():
        candidates &= left | ~notes.own[place]
    return candidates


def lines_of_a_cage(notes: Notes) -> int:
    """Numbers that every way of a cage puts into a line leave the rest of this line."""
    candidates = notes.candidates
    for _, table in notes.ways():
        candidates &= reduce(or_, table, 0)
    return candidates


def sets_in_a_line(square: Square, candidates: int) -> int:
    """As many cells of a line as numbers that they hold keep these from the rest of the line."""
    size = square.size
    row, column, number = size * size, size, 1
    candidates = _without_sets(candidates, size, row, column, number)
    return _without_sets(candidates, size, column, row, number)


def sets_of_lines(square: Square, candidates: int) -> int:
    """As many rows as columns that they leave for a number keep it from other rows there.

    The other way round, too. Two rows are called an X-wing, three a swordfish.
    """
    size = square.size
    row, column, number = size * size, size, 1
    return _without_sets(candidates, size, number, row, column)


def _without_sets(candidates: int, size: int, fixed: int, member: int, thing: int) -> int:
    """As many members as things that they may have keep these from the others.

    The square is a cube of rows, columns and numbers. In each slice of it, where one of the three
    is fixed, another is a member and the third its thing, each member has a thing of its own.

    Args:
        fixed, member, thing: How many bits of the candidates lie between two of each.
    """
    for start in range(0, size * fixed, fixed):
        for one, other in ((member, thing), (thing, member)):
            places = range(start, start + size * one, one)
            own = sum(1 << place for place in range(0, size * other, other))
            for members, things in _shared({place: candidates >> place & own for place in places}):
                for place in places:
                    if place not in members:
                        candidates &= ~(things << place)
    return candidates


def _shared(held: dict[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each set of members that hold no more things than they are many: members, things."""
    open_members = [place for place, own in held.items() if own & (own - 1)]
    for most in range(2, min(LARGEST_SET, len(open_members) - 1) + 1):
        few = [place for place in open_members if held[place].bit_count() <= most]
        for members in combinations(few, most):
            things = reduce(or_, [held[place] for place in members])
            if things.bit_count() == most:
                yield members, things


def chains(square: Square, candidates: int) -> int:
    """If one cell does not hold a number, then another does: cells in line with both do not.

    A chain goes from cell to cell of a line where each has two candidates: if the cell before it
    holds one of them, then it holds the other.
    """
    open_cells = [cell for cell, count in enumerate(square.counts(candidates)) if count == 2]
    pairs = {
        cell: [choice for choice in square.choices[cell] if choice[1] & candidates]
        for cell in open_cells
    }
    follows = {
        held: [
            other
            for options in pairs.values()
            for option, other in (options, options[::-1])
            if option[0] == held[0] and option is not held and not option[1] & held[2]
        ]
        for options in pairs.values()
        for held in options
    }
    left = candidates
    for options in pairs.values():
        for first, second in (options, options[::-1]):
            reached = [second]
            seen = {first, second}
            for held in reached:
                reached += [other for other in follows[held] if other not in seen]
                seen.update(follows[held])
                if held[0] == first[0]:
                    left &= first[2] | held[2]
    return left
