"""The rating of a puzzle: how hard it is for a person, by the techniques that it takes.

Techniques are tried from the easiest up, each one only where the previous ones find nothing, and
the hardest technique used gives the rating. Ratings are divided as in Simon Tatham's Keen; `search`
is its "unreasonable".

Each technique is a function that returns the candidates that remain. A line is a row or a column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, islice
from operator import or_

from autograder.puzzles.bitboard import Masks, masks_of
from autograder.puzzles.combinations import (
    cage_combinations,
    count_combinations,
    filter_by_total,
    total_encoding,
)
from autograder.puzzles.model import Puzzle, PuzzleError, indices
from autograder.puzzles.solver import MAX_TABLE, SMALL_CAGE, Search, State

LARGEST_SUBSET = 4
"""A larger subset usually has a smaller complement in its line, and people do not look for it."""


@dataclass(slots=True)
class PencilMarks:
    """A person's notes: the candidates, and each cage's combinations.

    Attributes:
        cells: The cells of each cage, as bitboard indices.
        inside: The mask of each cage's cells.
        tables: The combinations of each cage; None if there are too many to write down.
    """

    puzzle: Puzzle
    masks: Masks
    cells: list[tuple[int, ...]]
    inside: list[int]
    candidates: int
    tables: list[list[int] | None]

    def combinations(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the index of each cage that has a table, and its remaining combinations."""
        for cage, inside in enumerate(self.inside):
            table = self.tables[cage]
            if table is None:
                table = self._table(cage)
            else:
                removed = inside & ~self.candidates
                table = [combination for combination in table if not combination & removed]
            self.tables[cage] = table
            if table is not None:
                yield cage, table

    def possible(self) -> Iterator[tuple[int, int]]:
        """Yield the index of each cage, and the candidates in its cells that can fill it.

        Where a cage has no table, only its total is considered.
        """
        tables = dict(self.combinations())
        for index, cells in enumerate(self.cells):
            if index in tables:
                left = reduce(or_, tables[index], 0)
            else:
                cage = self.puzzle.cages[index]
                encoding = total_encoding(self.masks.size, cage.operation, cage.target)
                left = filter_by_total(self.masks, encoding, cells, self.candidates)
            yield index, left & self.inside[index]

    def _table(self, index: int) -> list[int] | None:
        cage = self.puzzle.cages[index]
        clue = self.masks, cage.operation, cage.target, self.cells[index], self.candidates
        if len(cage.cells) > SMALL_CAGE and count_combinations(*clue) > MAX_TABLE:
            return None
        return cage_combinations(*clue)


def pencil_marks(puzzle: Puzzle) -> PencilMarks:
    """Return the pencil marks at the start, with all candidates."""
    masks = masks_of(puzzle.size)
    cells = [indices(cage.cells, puzzle.size) for cage in puzzle.cages]
    inside = [sum(masks.cells[cell] for cell in cage) for cage in cells]
    return PencilMarks(puzzle, masks, cells, inside, masks.everything, [None] * len(cells))


def naked_singles(marks: PencilMarks) -> int:
    """Remove the only candidate of a cell from the rest of its lines."""
    candidates = marks.candidates
    for cell, count in enumerate(marks.masks.counts(candidates)):
        if count == 1:
            for _, bit, mask in marks.masks.choices[cell]:
                if bit & candidates:
                    candidates &= mask
    return candidates


def hidden_singles(marks: PencilMarks) -> int:
    """Place a number that has one cell left in a line."""
    return marks.masks.hidden_singles(marks.candidates)


def cage_numbers(marks: PencilMarks) -> int:
    """Remove numbers that no combination uses from all cells of the cage."""
    size, numbers = marks.masks.size, marks.masks.numbers
    candidates = marks.candidates
    for cage, left in marks.possible():
        used = reduce(or_, [left >> cell * size & numbers for cell in marks.cells[cage]])
        candidates &= ~marks.inside[cage] | sum(used << cell * size for cell in marks.cells[cage])
    return candidates


def cage_cells(marks: PencilMarks) -> int:
    """Remove numbers that no combination places in a cell from this cell."""
    candidates = marks.candidates
    for cage, left in marks.possible():
        candidates &= left | ~marks.inside[cage]
    return candidates


def cage_lines(marks: PencilMarks) -> int:
    """Remove numbers that every combination of a cage places in a line from its other cells."""
    candidates = marks.candidates
    for _, table in marks.combinations():
        candidates &= reduce(or_, table, 0)
    return candidates


def subsets(masks: Masks, candidates: int) -> int:
    """Apply naked and hidden subsets: n cells of a line and n numbers that belong together."""
    size = masks.size
    row, column, number = size * size, size, 1
    candidates = _apply_subsets(candidates, size, row, column, number)
    return _apply_subsets(candidates, size, column, row, number)


def fish(masks: Masks, candidates: int) -> int:
    """Apply X-wings, swordfish and larger fish: n rows and n columns for one number."""
    size = masks.size
    row, column, number = size * size, size, 1
    return _apply_subsets(candidates, size, number, row, column)


def _apply_subsets(candidates: int, size: int, fixed: int, member: int, value: int) -> int:
    """Where n members share n values, remove these values from the other members.

    Candidates are a cube of rows, columns and numbers. In each slice with one of the three
    dimensions fixed, the members of another take different values of the third.

    Args:
        fixed, member, value: The distance in bits between neighbours in each dimension.
    """
    for start in range(0, size * fixed, fixed):
        for step, other in ((member, value), (value, member)):
            places = range(start, start + size * step, step)
            line = sum(1 << place for place in range(0, size * other, other))
            values_of = {place: candidates >> place & line for place in places}
            for members, values in _shared_subsets(values_of):
                for place in places:
                    if place not in members:
                        candidates &= ~(values << place)
    return candidates


def _shared_subsets(values_of: dict[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each subset of undecided members with as many values as members, and the values."""
    undecided = [place for place, values in values_of.items() if values & (values - 1)]
    for count in range(2, min(LARGEST_SUBSET, len(undecided) - 1) + 1):
        few = [place for place in undecided if values_of[place].bit_count() <= count]
        for members in combinations(few, count):
            values = reduce(or_, [values_of[place] for place in members])
            if values.bit_count() == count:
                yield members, values


def xy_chains(masks: Masks, candidates: int) -> int:
    """Apply XY-chains: remove a number from cells in line with both ends of a chain.

    A chain runs through cells with two candidates, each in line with the one before: if a cell
    does not hold its first candidate, it holds the second, so the next cell does not. If the first
    cell does not hold a number, then the last cell does.
    """
    bivalue = [cell for cell, count in enumerate(masks.counts(candidates)) if count == 2]
    pairs = {
        cell: [choice for choice in masks.choices[cell] if choice[1] & candidates]
        for cell in bivalue
    }
    implied = {
        placed: [
            other
            for options in pairs.values()
            for option, other in (options, options[::-1])
            if option[0] == placed[0] and option is not placed and not option[1] & placed[2]
        ]
        for options in pairs.values()
        for placed in options
    }
    left = candidates
    for options in pairs.values():
        for first, second in (options, options[::-1]):
            reached = [second]
            seen = {first, second}
            for placed in reached:
                reached += [other for other in implied[placed] if other not in seen]
                seen.update(implied[placed])
                if placed[0] == first[0]:
                    left &= first[2] | placed[2]
    return left


RATINGS = ("easy", "normal", "hard", "extreme", "search")

_BASIC: dict[str, Callable[[PencilMarks], int]] = {
    "naked single: a cell has one candidate left": naked_singles,
    "hidden single: a number has one cell left in a row or column": hidden_singles,
    "no combination for the cage uses this number": cage_numbers,
    "no combination for the cage has this number in this cell": cage_cells,
    "every combination for the cage has this number in the same row or column": (cage_lines),
}
_LATIN: dict[str, Callable[[Masks, int], int]] = {
    "naked or hidden subset: cells of a row or column share as many numbers": subsets,
    "X-wing or larger fish: rows and columns share the places of a number": fish,
    "XY-chain: a chain of cells with two candidates each": xy_chains,
}
_SEARCH = "search: numbers must be tried"

_LEVEL = dict(
    zip(
        [*_BASIC, *_LATIN, _SEARCH],
        ["easy", "easy", "easy", "normal", "hard", "hard", "extreme", "extreme", "search"],
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    Attributes:
        level: One of RATINGS.
        deductions: The techniques that it takes, easiest first.
        tried: The combinations that the solver tries after these techniques until it has proved
            that the solution is the only one; 0 unless the level is `search`.
    """

    level: str
    deductions: tuple[str, ...]
    tried: int


def rate(puzzle: Puzzle) -> Rating:
    """Rate a puzzle with exactly one solution.

    Raises:
        PuzzleError: the puzzle has no solution or several.
    """
    search = Search(puzzle)
    count = sum(1 for _ in islice(search.solutions(), 2))
    if count != 1:
        reason = "several solutions" if count else "no solution"
        message = f"the puzzle has {reason}, but only a puzzle with exactly one can be rated"
        raise PuzzleError(message)
    used, tried = _techniques_used(puzzle)
    return Rating(_hardest(used), tuple(name for name in _LEVEL if name in used), tried)


def is_rated(puzzle: Puzzle, level: str) -> bool:
    """Return whether `rate` would give a puzzle with one solution this level."""
    used, _ = _techniques_used(puzzle, level)
    return _hardest(used) == level


def _hardest(used: Iterable[str]) -> str:
    return max((_LEVEL[name] for name in used), key=RATINGS.index, default=RATINGS[0])


def _techniques_used(puzzle: Puzzle, most: str = _LEVEL[_SEARCH]) -> tuple[set[str], int]:
    """Return the techniques that solve the puzzle, and the branches tried where they fail.

    The first one that is harder than `most` is the last.
    """
    search = Search(puzzle)
    state = search.start()
    marks = pencil_marks(puzzle)
    used, easy = set[str](), RATINGS[: RATINGS.index(most) + 1]
    while state and not _is_solved(marks.masks, marks.candidates) and _hardest(used) in easy:
        step = _basic_step(marks) or _latin_step(search, state)
        if not step:
            used.add(_SEARCH)
            for _ in search.solutions(state):
                pass
            break
        name, marks.candidates = step
        used.add(name)
        if name not in _BASIC:
            state = _propagated(search, state, marks.candidates)
    return used, search.tried


def _basic_step(marks: PencilMarks) -> tuple[str, int] | None:
    """Apply the first technique that finds something; return its name and the candidates."""
    for name, technique in _BASIC.items():
        left = technique(marks)
        if left != marks.candidates:
            return name, left
    return None


def _latin_step(search: Search, state: State) -> tuple[str, int] | None:
    """Apply the first technique that finds something after propagation."""
    for name, technique in _LATIN.items():
        left = technique(search.masks, state.candidates)
        if left != state.candidates:
            return name, left
    return None


def _is_solved(masks: Masks, candidates: int) -> bool:
    return max(masks.counts(candidates)) == 1


def _propagated(search: Search, state: State, candidates: int) -> State | None:
    """Return the state with only these candidates after propagation."""
    following = state.restricted_to(candidates)
    return following if search.propagate(following) else None
