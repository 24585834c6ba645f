"""Backtracking over the cells in reading order; a cage is checked when its last cell is filled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from autograder.puzzles.model import Board, Cage, Cell, Puzzle, PuzzleError, cells_of
from autograder.puzzles.trace.steps import (
    NO_SOLUTION,
    SOLVED,
    Step,
    calculation,
    given_numbers,
    joined,
    row_and_column,
)

from .play import cage_labels, cage_name

__all__ = ["cage_labels"]
TITLE = "KenKen by checking cages"
ABOUT = (
    "Fill in one cell after another, in reading order, and only with numbers that its row and"
    " column leave. As soon as the last cell of a cage has a number, check_cages checks that cage."
    " If it is not satisfied, try the next number. When no number is left for a cell, empty it and"
    " go back to the cell before it. A cell is a pair of its row and its column, both from 0."
)
COUNTS = ("numbers tried", "cages checked", "retreats")
KINDS = ("guess", "retreat", "cage")
PSEUDOCODE = (
    "fill(cells):",
    "    if there are no cells: the grid is the solution",
    "    cell, rest = the first of the cells, the others",
    "    for each number that its row and column leave:",
    "        put the number into the cell",
    "        if check_cages(grid, cages with this as the last cell)",
    "                and fill(rest): solved",
    "    empty the cell and go back to the cell before it",
)
START, PUT, CHECK, SOLUTION, RETREAT = 0, 4, 5, 1, 7


@dataclass(slots=True)
class _Search:
    puzzle: Puzzle
    grid: dict[Cell, int]
    cells: list[Cell]
    complete_at: dict[Cell, Cage]
    counts: list[int] = field(default_factory=lambda: [0, 0, 0])

    def step(
        self,
        sentence: str,
        focus: tuple[Cell, ...] = (),
        related: tuple[Cell, ...] = (),
        line: int = START,
        kind: str = "",
    ) -> Step:
        contents = tuple(1 << number if number else 0 for number in self.grid.values())
        return Step(sentence, contents, focus, related, tuple(self.counts), line, kind)


def steps(board: Board) -> Iterator[Step]:
    """Every number that is tried, every cage that is checked, and every retreat.

    Raises:
        PuzzleError: a cell is filled in.
    """
    for cell, number in given_numbers(board).items():
        raise PuzzleError(f"the search starts from an empty grid, found {number} at {cell}")
    cells = cells_of(board.puzzle.size)
    complete_at = {cage.cells[-1]: cage for cage in board.puzzle.cages}
    search = _Search(board.puzzle, dict.fromkeys(cells, 0), cells, complete_at)
    yield search.step("The grid is empty. The first cell is (0, 0).")
    untried: list[list[int]] = [_available(search, cells[0])]
    while untried and len(untried) <= len(cells):
        cell = cells[len(untried) - 1]
        if not untried[-1]:
            untried.pop()
            yield _retreat(search, cell, len(untried))
            continue
        is_first = not search.grid[cell]
        number = search.grid[cell] = untried[-1].pop(0)
        search.counts[0] += 1
        yield _try(search, cell, number, [number, *untried[-1]] if is_first else [])
        cage = complete_at.get(cell)
        if cage:
            yield _check(search, cage, cell)
        if not cage or _is_satisfied(search, cage):
            filled = len(untried) == len(cells)
            untried.append([] if filled else _available(search, cells[len(untried)]))


def _available(search: _Search, cell: Cell) -> list[int]:
    used = {search.grid[other] for other in row_and_column(cell, search.puzzle.size)}
    return [number for number in range(1, search.puzzle.size + 1) if number not in used]


def _try(search: _Search, cell: Cell, number: int, available: list[int]) -> Step:
    row, column = cell
    leave = f"row {row} and column {column} leave {joined(available)}. Try" if available else "try"
    return search.step(f"{cell}: {leave} {number}.", (cell,), (), PUT, "guess")


def _check(search: _Search, cage: Cage, cell: Cell) -> Step:
    search.counts[1] += 1
    numbers = [search.grid[other] for other in cage.cells]
    others = tuple(other for other in cage.cells if other != cell)
    end, line = "not satisfied", CHECK
    if cage.allows(numbers):
        end = "satisfied"
        if cell == search.cells[-1]:
            end, line = f"satisfied, and no cell is left: {SOLVED}", SOLUTION
    sentence = f"{cage_name(cage)} is complete: {calculation(cage, numbers)}, {end}."
    return search.step(sentence[0].upper() + sentence[1:], (cell,), others, line, "cage")


def _is_satisfied(search: _Search, cage: Cage) -> bool:
    return cage.allows(search.grid[cell] for cell in cage.cells)


def _retreat(search: _Search, cell: Cell, before: int) -> Step:
    search.grid[cell] = 0
    search.counts[2] += 1
    end = f": empty it and go back to {search.cells[before - 1]}"
    if not before:
        end = f", and no cell comes before it: {NO_SOLUTION}"
    return search.step(f"No number is left for {cell}{end}.", (cell,), (), RETREAT, "retreat")
