"""Brute force in reading order: count up in a cell, check, go on or back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.puzzles.model import Cage, Cell, Puzzle, PuzzleError, cells_of
from autograder.puzzles.trace.steps import Step
from autograder.puzzles.trace.words import NO_SOLUTION, SOLVED, counted

Numbers = dict[Cell, int]

Fault = tuple[str, tuple[Cell, ...]]
"""Why a number is not valid, and the cells that say so."""


def calcudoku(puzzle: Puzzle) -> Iterator[Step]:
    """Every check of a number and every backtrack, up to the first solution.

    Raises:
        PuzzleError: a cage is neither a sum nor a single number.
    """
    _check_operations(puzzle)
    cells = cells_of(puzzle.size)
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    numbers = dict.fromkeys(cells, 0)
    checks = backtracks = now = 0
    yield _step("The board is empty. Begin with (0, 0).", numbers, (), (), (0, 0))
    while 0 <= now < len(cells):
        cell = cells[now]
        looked: tuple[Cell, ...] = ()
        if numbers[cell] == puzzle.size:
            numbers[cell] = 0
            backtracks += 1
            says, now = _back(cells[:now], numbers), now - 1
        else:
            numbers[cell] += 1
            checks += 1
            fault = _fault(puzzle.size, numbers, cell, cage_of[cell])
            if fault:
                reason, looked = fault
                says = f"{reason}; {_next_number(numbers[cell], puzzle.size)}"
            else:
                now += 1
                says = f"valid; {_next_cell(cells[now:])}"
            says = f"{cell} = {numbers[cell]}: {says}."
        yield _step(says, numbers, (cell,), looked, (checks, backtracks))


def _check_operations(puzzle: Puzzle) -> None:
    for place, cage in enumerate(puzzle.cages):
        if cage.operation not in "+=":
            expected = "brute force expects sums and single numbers"
            raise PuzzleError(f"{cage}: {expected}, found {cage.operation}", place)


def _step(
    says: str,
    numbers: Numbers,
    at: tuple[Cell, ...],
    looked: tuple[Cell, ...],
    counts: tuple[int, int],
) -> Step:
    contents = tuple(1 << number if number else 0 for number in numbers.values())
    return Step(says, contents, at, looked, counts)


def _back(before: Sequence[Cell], numbers: Numbers) -> str:
    if not before:
        return f"Back: (0, 0) is empty again, and no cell comes before it: {NO_SOLUTION}."
    cell = before[-1]
    return f"Back: the cell is empty again, and {cell} goes on from {numbers[cell]}."


def _next_number(number: int, size: int) -> str:
    return f"try {number + 1}" if number < size else "no number is left to try"


def _next_cell(following: Sequence[Cell]) -> str:
    return f"go on to {following[0]}" if following else SOLVED


def _fault(size: int, numbers: Numbers, cell: Cell, cage: Cage) -> Fault | None:
    """What is wrong with the board. It was right before the number in this cell came in."""
    row, column = cell
    for line, others in (
        (f"row {row}", [(row, other) for other in range(size)]),
        (f"column {column}", [(other, column) for other in range(size)]),
    ):
        for other in others:
            if other != cell and numbers[other] == numbers[cell]:
                return f"{line} holds a {numbers[cell]} already", (other,)
    return _cage_fault(numbers, cell, cage)


def _cage_fault(numbers: Numbers, cell: Cell, cage: Cage) -> Fault | None:
    """A cage with an empty cell has to stay below its sum, and nothing else is asked of it."""
    held = [numbers[other] for other in cage.cells]
    total, empty = sum(held), held.count(0)
    others = tuple(other for other in cage.cells if other != cell)
    if empty and total >= cage.target:
        return f"{cage} adds up to {total} already, with {counted(empty, 'cell')} empty", others
    if not empty and total != cage.target:
        return f"{cage} is full and adds up to {total}", others
    return None
