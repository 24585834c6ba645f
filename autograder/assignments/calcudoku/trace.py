"""Brute force in reading order: add 1 to a cell, check the board, go on or backtrack."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.puzzles.brute_force import brute_force_sums
from autograder.puzzles.model import Board, Cage, Cell, Puzzle, PuzzleError, cells_of
from autograder.puzzles.trace.steps import (
    NO_SOLUTION,
    SOLVED,
    Step,
    counted,
    given_numbers,
    row_and_column,
)

from .play import NUMBERED, cage_labels, cage_name

__all__ = ["NUMBERED", "cage_labels"]
TITLE = "Calcudoku by brute force"
ABOUT = (
    "Go through the cells in reading order. Add 1 to the current cell and check the board: no row"
    " or column holds a number twice, a cage with an empty cell stays below its sum, and a full"
    " cage adds up to its sum. If the board is valid, the next cell becomes the current one; if"
    " not, add 1 again. A cell that holds the largest number already goes back to 0, and the cell"
    " before it becomes the current one: this is a backtrack. Cells are numbered from 0, along the"
    " rows, from the top."
)
COUNTS = ("checks", "backtracks")
KINDS = ("guess", "backtrack", "cage")
PSEUDOCODE = (
    "set every cell to 0; the current cell is cell 0",
    "until the last cell has a valid number:",
    "    if the current cell holds the largest number:",
    "        backtrack: set it to 0 and go to the cell before it",
    "    else:",
    "        add 1 to the current cell",
    "        if check_valid(puzzle, cages): go to the next cell",
)
START, BACKTRACK, ADD, CHECK = 0, 3, 5, 6

Numbers = dict[Cell, int]


def steps(board: Board) -> Iterator[Step]:
    """Every check and every backtrack, up to the first solution.

    Raises:
        PuzzleError: a cage is neither a sum nor a single number, or a cell is filled in.
    """
    puzzle = board.puzzle
    _check(board)
    cells = cells_of(puzzle.size)
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    numbers = dict.fromkeys(cells, 0)
    checks = backtracks = 0
    first = "The board is empty. The current cell is cell 0."
    yield Step(first, _contents(numbers), (), (), (0, 0), START)
    for now, number, fault in brute_force_sums(puzzle):
        cell = cells[now]
        numbers[cell] = number
        related: tuple[Cell, ...] = ()
        if number == 0:
            backtracks += 1
            sentence, line, kind = _backtrack_sentence(now, cells, numbers), BACKTRACK, "backtrack"
        else:
            checks += 1
            sentence = f"Cell {now} = {number}: "
            if fault:
                reason, related = _reason(fault, puzzle, numbers, cell, cage_of[cell])
                line, kind = ADD, "cage" if fault == "cage" else ""
                sentence += f"{reason}; {_next_number(number, puzzle.size)}."
            else:
                line, kind = CHECK, "guess"
                sentence += f"valid; {_next_cell(now + 1, len(cells))}."
        yield Step(sentence, _contents(numbers), (cell,), related, (checks, backtracks), line, kind)


def _check(board: Board) -> None:
    for index, cage in enumerate(board.puzzle.cages):
        if cage.operation not in "+=":
            expected = "brute force expects sums and single numbers"
            raise PuzzleError(f"{cage}: {expected}, found {cage.operation}", index)
    for cell, number in given_numbers(board).items():
        raise PuzzleError(f"brute force starts from an empty board, found {number} at {cell}")


def _contents(numbers: Numbers) -> tuple[int, ...]:
    return tuple(1 << number if number else 0 for number in numbers.values())


def _backtrack_sentence(now: int, cells: list[Cell], numbers: Numbers) -> str:
    if not now:
        return f"Backtrack: cell 0 goes back to 0, and no cell comes before it: {NO_SOLUTION}."
    before = numbers[cells[now - 1]]
    return f"Backtrack: cell {now} goes back to 0, and cell {now - 1} continues from {before}."


def _next_number(number: int, size: int) -> str:
    return "add 1 again" if number < size else "no number is left to try"


def _next_cell(following: int, cells: int) -> str:
    return f"the next cell is cell {following}" if following < cells else SOLVED


def _reason(
    fault: str, puzzle: Puzzle, numbers: Numbers, cell: Cell, cage: Cage
) -> tuple[str, tuple[Cell, ...]]:
    """Return why a number is not valid, and the cells that rule it out."""
    if fault == "cage":
        return _cage_reason(puzzle, numbers, cage), tuple(c for c in cage.cells if c != cell)
    row, column = cell
    line = f"row {row}" if fault == "row" else f"column {column}"
    others = (other for other in row_and_column(cell, puzzle.size) if other != cell)
    same = next(other for other in others if numbers[other] == numbers[cell])
    return f"{line} already holds {numbers[cell]}", (same,)


def _cage_reason(puzzle: Puzzle, numbers: Numbers, cage: Cage) -> str:
    held = [numbers[cell] for cell in cage.cells]
    total, empty = sum(held), held.count(0)
    name = cage_name(cage, puzzle.size)
    if empty:
        return f"{name} already adds up to {total}, with {counted(empty, 'empty cell')}"
    return f"{name} is full and adds up to {total}"
