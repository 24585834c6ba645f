"""Solutions of a puzzle, all of them if need be.

Each cage keeps a table of its ways (see `ways`). Propagation drops ways that use a candidate that
is gone, and candidates that no way of some cage leaves, until nothing changes: generalised arc
consistency for cages, and a number that all ways of a cage put into a line leaves the rest of the
line. Search takes a cage way by way, the one with the fewest ways for the failures that it has
caused first (dom/wdeg: Boussemart et al., "Boosting systematic search by weighting constraints",
2004), staying with the cage that failed last (Lecoutre et al., "Last conflict based reasoning",
2006), and begins anew with what the weights have learnt when it takes long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from math import factorial, prod
from operator import or_

from autograder.puzzles.bitboard import square
from autograder.puzzles.combinations import count, squeezed, totals, ways
from autograder.puzzles.model import Board, Grid, Puzzle

SMALL = 4
"""Cages of up to so many cells get their tables before anything is known."""

MANY_WAYS = 5000
"""A cage with more gets no table before its cells have fewer candidates."""

FAR_TOO_MANY = 1000 * MANY_WAYS

FIRST_RUN = 200
LONGER = 3
"""How many ways are tried before search begins anew, and how many times more the next time."""


def solve(puzzle: Puzzle) -> Grid | None:
    """A solution, None if there is none. Always the same one for equal puzzles."""
    return next(solutions(puzzle), None)


def is_unique(puzzle: Puzzle) -> bool:
    """Has the puzzle one solution and no other?"""
    return sum(1 for _ in solutions(puzzle, limit=2)) == 1


def solutions(
    puzzle: Puzzle, limit: int | None = None, given: Grid | None = None
) -> Iterator[Grid]:
    """All solutions, or the first `limit` of them, one after the other as they are found.

    Only those that have the numbers of `given` where it is not 0.

    Raises:
        PuzzleError: `given` is no grid of this puzzle's size and numbers.
    """
    search = Search(puzzle, Board(puzzle, given).grid if given else None)
    for candidates in islice(search.solutions(), limit):
        yield search.square.grid(candidates)


def _adds_up(puzzle: Puzzle) -> bool:
    """Do cages of sums alone have the sum of the square, of products alone its product?"""
    operations = {cage.operation for cage in puzzle.cages} - {"="}
    targets = [cage.target for cage in puzzle.cages]
    if operations == {"+"}:
        return sum(targets) == puzzle.size**2 * (puzzle.size + 1) // 2
    return operations != {"*"} or prod(targets) == factorial(puzzle.size) ** puzzle.size


class _RunEndsError(Exception):
    """So many ways were tried that search should begin anew."""


@dataclass(slots=True)
class State:
    """What is known of the square.

    `tables` holds the ways of each cage that has a table yet, `without_table` the other cages.
    Tables were filtered by the candidates in `seen`, and it holds those of cages with a table only.
    """

    candidates: int
    tables: list[list[int]]
    seen: int
    without_table: list[int]

    def only(self, candidates: int) -> State:
        """A state of its own, with none but these candidates."""
        left = self.candidates & candidates
        return State(left, self.tables.copy(), self.seen, self.without_table)


class Search:
    """The tables of a puzzle's cages, and the way through them.

    Attributes:
        tried: How many ways were tried where propagation alone did not tell.
        gave_up: More ways than `patience` would have had to be tried.
    """

    def __init__(
        self, puzzle: Puzzle, given: Grid | None = None, patience: int | None = None
    ) -> None:
        self.square = square(puzzle.size)
        self._given = self.square.beside(given) if given else self.square.everything
        self.puzzle = puzzle
        self.tried = 0
        self.gave_up = False
        self._patience = patience
        size = puzzle.size
        self._cells = [
            tuple(row * size + column for row, column in cage.cells) for cage in puzzle.cages
        ]
        self._own = [sum([self.square.cells[cell] for cell in cells]) for cells in self._cells]
        self._others = [self.square.everything ^ own for own in self._own]
        self._cage_at = [0] * size**3
        for place, cells in enumerate(self._cells):
            for cell in cells:
                self._cage_at[cell * size : cell * size + size] = [place] * size
        self._failures = [1] * len(puzzle.cages)
        self._last_failed = -1
        self._left = 0

    def solutions(self, start: State | None = None) -> Iterator[int]:
        """The candidates of each solution, one a cell; only those below a state if one is named."""
        start = start or self.start()
        found: set[int] = set()
        length = FIRST_RUN
        while start:
            self._left = length
            try:
                for candidates in self._below(start):
                    if candidates not in found:
                        found.add(candidates)
                        self._left = length
                        yield candidates
                return
            except _RunEndsError:
                if self._patience is not None and self.tried > self._patience:
                    self.gave_up = True
                    return
                if length == FIRST_RUN * LONGER and not self._probe(start):
                    return
                length *= LONGER

    def start(self) -> State | None:
        """The square when all that follows without trying is done, None if nothing fits."""
        places = sorted(range(len(self.puzzle.cages)), key=lambda place: len(self._cells[place]))
        large = [place for place in places if len(self._cells[place]) > SMALL]
        state = State(self._given, [[]] * len(places), 0, large)
        if not _adds_up(self.puzzle):
            return None
        for sizes in (1, 2), *((size,) for size in range(3, SMALL + 1)):
            for place in places:
                if len(self._cells[place]) in sizes and not self._make_table(place, state):
                    return None
            if not self.propagate(state):
                return None
        return state if self._make_more_tables(state) else None

    def _make_table(self, place: int, state: State) -> bool:
        cage = self.puzzle.cages[place]
        table = ways(self.square, cage.operation, cage.target, self._cells[place], state.candidates)
        if not table:
            return False
        left = reduce(or_, table)
        state.tables[place] = table
        state.candidates &= left
        state.seen |= left & self._own[place]
        return True

    def _make_more_tables(self, state: State) -> bool:
        """Tables for large cages, the one with the fewest ways first; False if one has none."""
        while state.without_table:
            counts = {place: self._count(place, state) for place in state.without_table}
            place = min(counts, key=counts.__getitem__)
            if counts[place] > MANY_WAYS:
                return True
            state.without_table = [other for other in state.without_table if other != place]
            if not self._make_table(place, state) or not self.propagate(state):
                return False
        return True

    def _count(self, place: int, state: State) -> int:
        """At most so many ways; only estimated where they are far too many in any case."""
        cage = self.puzzle.cages[place]
        numbers = [state.candidates & self.square.cells[cell] for cell in self._cells[place]]
        fillings = prod(own.bit_count() for own in numbers)
        if fillings > FAR_TOO_MANY:
            return fillings
        return count(self.square, cage.operation, cage.target, self._cells[place], state.candidates)

    def propagate(self, state: State) -> bool:
        """Drop what cannot be, until nothing changes; False if a cage or a line is left empty."""
        candidates, tables, seen = state.candidates, state.tables, state.seen
        while True:
            changed = seen & ~candidates
            if not changed:
                left = self.square.hidden_singles(candidates)
                if left == candidates and state.without_table:
                    left = self._squeezed(state.without_table, candidates)
                if left == candidates:
                    state.candidates, state.seen = candidates, seen
                    return True
                if not left:
                    return False
                candidates = left
            while changed:
                place = self._cage_at[changed.bit_length() - 1]
                own = self._own[place]
                changed &= ~own
                gone = seen & own & ~candidates
                table = [way for way in tables[place] if not way & gone]
                if not table:
                    self._failures[place] += 1
                    return False
                tables[place] = table
                left = reduce(or_, table)
                seen &= left | self._others[place]
                candidates &= left

    def _squeezed(self, places: list[int], candidates: int) -> int:
        for place in places:
            cage = self.puzzle.cages[place]
            limits = totals(self.square.size, cage.operation, cage.target)
            candidates = squeezed(self.square, limits, self._cells[place], candidates)
            if not candidates:
                self._failures[place] += 1
                return 0
        return candidates

    def _probe(self, state: State) -> bool:
        """Try each way of each cage once, and drop what fails; False if a cage has no way left."""
        tables = state.tables
        failures = self._failures.copy()
        for place in sorted(range(len(tables)), key=lambda place: len(tables[place])):
            if len(tables[place]) > 1:
                branches = self._ways(place, state)
                tables[place] = [
                    way
                    for way, branch in zip(tables[place], branches, strict=True)
                    if self.propagate(branch)
                ]
                if not tables[place]:
                    return False
                left = reduce(or_, tables[place])
                state.candidates &= left
                state.seen &= left | self._others[place]
                if not self.propagate(state):
                    return False
        self._failures = failures
        return True

    def _below(self, state: State) -> Iterator[int]:
        """The solutions that this state has."""
        if state.without_table and not self._make_more_tables(state):
            return
        place = self._choose(state)
        if place < 0:
            if not state.without_table:
                yield state.candidates
                return
            branches = self._numbers(state)
        else:
            branches = self._ways(place, state)
        for branch in branches:
            self.tried += 1
            self._left -= 1
            if self._left < 0:
                raise _RunEndsError
            if self.propagate(branch):
                yield from self._below(branch)
            else:
                self._last_failed = place

    def _choose(self, state: State) -> int:
        """The cage to take way by way, -1 if all that have a table have one way left."""
        tables = state.tables
        if self._last_failed >= 0 and len(tables[self._last_failed]) > 1:
            return self._last_failed
        failures = self._failures
        open_places = (place for place, table in enumerate(tables) if len(table) > 1)
        return min(open_places, key=lambda place: len(tables[place]) / failures[place], default=-1)

    def _ways(self, place: int, state: State) -> Iterator[State]:
        others = self._others[place]
        for way in state.tables[place]:
            tables = state.tables.copy()
            tables[place] = [way]
            yield State(
                state.candidates & way, tables, state.seen & (way | others), state.without_table
            )

    def _numbers(self, state: State) -> Iterator[State]:
        """Number by number for a cell of a cage without table, where no table is open."""
        counts = self.square.counts(state.candidates)
        _, cell = min(
            (counts[cell] / self._failures[place], cell)
            for place in state.without_table
            for cell in self._cells[place]
            if counts[cell] > 1
        )
        for _, bit, keeps in self.square.choices[cell]:
            if bit & state.candidates:
                yield state.only(keeps)
