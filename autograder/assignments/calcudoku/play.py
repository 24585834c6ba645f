"""The checks of the board, in the order in which brute force makes them."""

from __future__ import annotations

from typing import Any

from autograder.puzzles.model import Board, Cage
from autograder.puzzles.trace.steps import CageLabel, Shown, bits, place

SHOULD = {
    "check_valid": ("the board is not valid", "the board is valid so far"),
    "check_rows_valid": ("a row holds a number twice", "no row holds a number twice"),
    "check_columns_valid": ("a column holds a number twice", "no column holds a number twice"),
    "check_cages_valid": (
        "a full cage has another sum, or one with an empty cell is not below its sum",
        "full cages have their sum, and those with an empty cell are below theirs",
    ),
}
WATCHED = {"solver_funcs.py": tuple(SHOULD)}
IS_ORDERED = True


def cage_labels(board: Board) -> list[CageLabel]:
    size = board.puzzle.size
    return [CageLabel(cage.clue, cage_name(cage, size)) for cage in board.puzzle.cages]


def cage_name(cage: Cage, size: int) -> str:
    return f"the cage {cage.clue} at cell {place(cage.cells[0], size)}"


def given(name: str, arguments: list[Any]) -> Shown:
    puzzle = arguments[0]
    numbers = [number for row in puzzle for number in row]
    last = max((i for i, number in enumerate(numbers) if number), default=0)
    about = f"{name} for the board with {numbers[last]} in cell {last}"
    contents = tuple(bits([number]) if number else 0 for number in numbers)
    return Shown(str(puzzle), about, contents, (divmod(last, len(puzzle)),))


def returned(name: str, _arguments: list[Any], result: Any) -> Shown:
    return Shown(str(result), f"returned {result}", should=SHOULD[name][bool(result)])
