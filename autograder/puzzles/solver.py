"""The solver: a backtracking search.

Each cage has a table of its combinations (see `combinations`). Propagation removes combinations
that use a removed candidate, and candidates that are in no combination of some cage, until nothing
changes. This is generalised arc consistency for cages; a number that all combinations of a cage
place in a line is also removed from the rest of the line. Search branches on a cage's combinations.
It picks the cage with the fewest combinations per failure that it has caused (dom/wdeg: Boussemart
et al., "Boosting systematic search by weighting constraints", 2004), stays with the cage that
failed last (Lecoutre et al., "Last conflict based reasoning", 2006), and restarts with the learnt
weights after a number of branches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from math import factorial, prod
from operator import or_

from autograder.puzzles.bitboard import masks_of
from autograder.puzzles.combinations import (
    cage_combinations,
    count_combinations,
    filter_by_total,
    total_encoding,
)
from autograder.puzzles.model import Board, Grid, Puzzle, indices

SMALL_CAGE = 4
"""The most cells of a cage whose table is built at the start."""

MAX_TABLE = 5000
"""A cage with more combinations gets its table only after candidates were removed."""

MAX_COUNTED = 1000 * MAX_TABLE
"""The most fillings of a cage for which combinations are counted, not estimated."""

RESTART_AFTER = 200
RESTART_FACTOR = 3
"""Branches before the first restart, and by how much each run is longer than the one before."""


def solve(puzzle: Puzzle) -> Grid | None:
    """Return a solution or None; always the same solution for equal puzzles."""
    return next(solutions(puzzle), None)


def solutions(
    puzzle: Puzzle, limit: int | None = None, givens: Grid | None = None
) -> Iterator[Grid]:
    """Return an iterator over all solutions, or the first `limit` of them, as they are found.

    Args:
        givens: Numbers that every solution keeps; 0 is an empty cell.

    Raises:
        PuzzleError: `givens` is not a grid of this puzzle's size and numbers.
    """
    search = Search(puzzle, None if givens is None else Board(puzzle, givens).grid)
    return (search.masks.grid(candidates) for candidates in islice(search.solutions(), limit))


def _totals_match(puzzle: Puzzle) -> bool:
    """Compare the targets with the total of the grid if all cages are sums or all are products."""
    operations = {cage.operation for cage in puzzle.cages} - {"="}
    targets = [cage.target for cage in puzzle.cages]
    if operations == {"+"}:
        return sum(targets) == puzzle.size**2 * (puzzle.size + 1) // 2
    return operations != {"*"} or prod(targets) == factorial(puzzle.size) ** puzzle.size


class _RestartError(Exception):
    """The run has used up its branches."""


@dataclass(slots=True)
class State:
    """A node of the search tree.

    Attributes:
        candidates: The candidates of all cells.
        tables: The combinations of each cage that has a table.
        filtered: The candidates that the tables were last filtered by, in cages with a table.
        without_table: The indices of the other cages.
    """

    candidates: int
    tables: list[list[int]]
    filtered: int
    without_table: list[int]

    def restricted_to(self, candidates: int) -> State:
        """Return a copy with only these candidates."""
        left = self.candidates & candidates
        return State(left, self.tables.copy(), self.filtered, self.without_table)


class Search:
    """A backtracking search for the solutions of one puzzle. Cages are known by their index.

    Attributes:
        tried: The number of branches tried where propagation alone was not enough.
        gave_up: The search ended because it needed more branches than its `budget`.
    """

    def __init__(
        self, puzzle: Puzzle, givens: Grid | None = None, budget: int | None = None
    ) -> None:
        self.masks = masks_of(puzzle.size)
        self._start = self.masks.candidates_with(givens) if givens else self.masks.everything
        self.puzzle = puzzle
        self.tried = 0
        self.gave_up = False
        self._budget = budget
        size = puzzle.size
        self._cells = [indices(cage.cells, size) for cage in puzzle.cages]
        self._inside = [sum([self.masks.cells[cell] for cell in cells]) for cells in self._cells]
        self._outside = [self.masks.everything ^ inside for inside in self._inside]
        self._cage_at = [0] * size**3
        for cage, cells in enumerate(self._cells):
            for cell in cells:
                self._cage_at[cell * size : cell * size + size] = [cage] * size
        self._failures = [1] * len(puzzle.cages)
        self._last_failed = -1
        self._branches_left = 0

    def solutions(self, start: State | None = None) -> Iterator[int]:
        """Yield each solution as a bitboard; only solutions below `start` if it is given."""
        start = start or self.start()
        seen: set[int] = set()
        length = RESTART_AFTER
        while start:
            self._branches_left = length
            try:
                for candidates in self._backtrack(start):
                    if candidates not in seen:
                        seen.add(candidates)
                        self._branches_left = length
                        yield candidates
                return
            except _RestartError:
                if self._budget is not None and self.tried > self._budget:
                    self.gave_up = True
                    return
                if length == RESTART_AFTER * RESTART_FACTOR and not self._probe(start):
                    return
                length *= RESTART_FACTOR

    def start(self) -> State | None:
        """Return the root state after propagation, None if that leaves no solution."""
        cages = sorted(range(len(self.puzzle.cages)), key=lambda cage: len(self._cells[cage]))
        large = [cage for cage in cages if len(self._cells[cage]) > SMALL_CAGE]
        state = State(self._start, [[]] * len(cages), 0, large)
        if not _totals_match(self.puzzle):
            return None
        for sizes in (1, 2), *((size,) for size in range(3, SMALL_CAGE + 1)):
            for cage in cages:
                if len(self._cells[cage]) in sizes and not self._build_table(cage, state):
                    return None
            if not self.propagate(state):
                return None
        return state if self._build_large_tables(state) else None

    def _build_table(self, index: int, state: State) -> bool:
        cage = self.puzzle.cages[index]
        table = cage_combinations(
            self.masks, cage.operation, cage.target, self._cells[index], state.candidates
        )
        if not table:
            return False
        left = reduce(or_, table)
        state.tables[index] = table
        state.candidates &= left
        state.filtered |= left & self._inside[index]
        return True

    def _build_large_tables(self, state: State) -> bool:
        """Build tables of large cages, smallest first; return False if a cage has none."""
        while state.without_table:
            counts = {cage: self._count(cage, state) for cage in state.without_table}
            cage = min(counts, key=counts.__getitem__)
            if counts[cage] > MAX_TABLE:
                return True
            state.without_table = [other for other in state.without_table if other != cage]
            if not self._build_table(cage, state) or not self.propagate(state):
                return False
        return True

    def _count(self, index: int, state: State) -> int:
        """Return an upper bound of a cage's combinations, a coarse one if there are very many."""
        cage = self.puzzle.cages[index]
        numbers = [state.candidates & self.masks.cells[cell] for cell in self._cells[index]]
        fillings = prod(cell.bit_count() for cell in numbers)
        if fillings > MAX_COUNTED:
            return fillings
        return count_combinations(
            self.masks, cage.operation, cage.target, self._cells[index], state.candidates
        )

    def propagate(self, state: State) -> bool:
        """Remove impossible candidates and combinations; return False on a contradiction."""
        candidates, tables, filtered = state.candidates, state.tables, state.filtered
        while True:
            changed = filtered & ~candidates
            if not changed:
                left = self.masks.hidden_singles(candidates)
                if left == candidates and state.without_table:
                    left = self._filter_by_totals(state.without_table, candidates)
                if left == candidates:
                    state.candidates, state.filtered = candidates, filtered
                    return True
                if not left:
                    return False
                candidates = left
            while changed:
                cage = self._cage_at[changed.bit_length() - 1]
                inside = self._inside[cage]
                changed &= ~inside
                removed = filtered & inside & ~candidates
                table = [combination for combination in tables[cage] if not combination & removed]
                if not table:
                    self._failures[cage] += 1
                    return False
                tables[cage] = table
                left = reduce(or_, table)
                filtered &= left | self._outside[cage]
                candidates &= left

    def _filter_by_totals(self, cages: list[int], candidates: int) -> int:
        for index in cages:
            cage = self.puzzle.cages[index]
            encoding = total_encoding(self.masks.size, cage.operation, cage.target)
            candidates = filter_by_total(self.masks, encoding, self._cells[index], candidates)
            if not candidates:
                self._failures[index] += 1
                return 0
        return candidates

    def _probe(self, state: State) -> bool:
        """Try each combination of each cage once and remove those that fail at once.

        Return False if a cage has none left.
        """
        tables = state.tables
        failures = self._failures.copy()
        for cage in sorted(range(len(tables)), key=lambda cage: len(tables[cage])):
            if len(tables[cage]) > 1:
                branches = self._combination_branches(cage, state)
                tables[cage] = [
                    combination
                    for combination, branch in zip(tables[cage], branches, strict=True)
                    if self.propagate(branch)
                ]
                if not tables[cage]:
                    return False
                left = reduce(or_, tables[cage])
                state.candidates &= left
                state.filtered &= left | self._outside[cage]
                if not self.propagate(state):
                    return False
        self._failures = failures
        return True

    def _backtrack(self, state: State) -> Iterator[int]:
        """Yield the solutions below a state."""
        if state.without_table and not self._build_large_tables(state):
            return
        cage = self._choose_cage(state)
        if cage < 0:
            if not state.without_table:
                yield state.candidates
                return
            branches = self._number_branches(state)
        else:
            branches = self._combination_branches(cage, state)
        for branch in branches:
            self.tried += 1
            self._branches_left -= 1
            if self._branches_left < 0:
                raise _RestartError
            if self.propagate(branch):
                yield from self._backtrack(branch)
            else:
                self._last_failed = cage

    def _choose_cage(self, state: State) -> int:
        """Return the cage to branch on, -1 if every table has one combination left."""
        tables = state.tables
        if self._last_failed >= 0 and len(tables[self._last_failed]) > 1:
            return self._last_failed
        failures = self._failures
        undecided = (cage for cage, table in enumerate(tables) if len(table) > 1)
        return min(undecided, key=lambda cage: len(tables[cage]) / failures[cage], default=-1)

    def _combination_branches(self, cage: int, state: State) -> Iterator[State]:
        """Yield a branch for each combination of a cage."""
        outside = self._outside[cage]
        for combination in state.tables[cage]:
            tables = state.tables.copy()
            tables[cage] = [combination]
            filtered = state.filtered & (combination | outside)
            yield State(state.candidates & combination, tables, filtered, state.without_table)

    def _number_branches(self, state: State) -> Iterator[State]:
        """Yield a branch for each number of a cell in a cage without a table."""
        counts = self.masks.counts(state.candidates)
        _, cell = min(
            (counts[cell] / self._failures[cage], cell)
            for cage in state.without_table
            for cell in self._cells[cage]
            if counts[cell] > 1
        )
        for _, bit, mask in self.masks.choices[cell]:
            if bit & state.candidates:
                yield state.restricted_to(mask)
