"""The checks of the board, in the order in which brute force makes them."""

from __future__ import annotations

from typing import Any

from autograder.puzzles.model import Board, Cage
from autograder.puzzles.trace.steps import CageLabel, Shown, bits, place

SHOULD = {
    "check_valid": ("the board is not valid", "the board is valid so far"),
    "check_rows_valid": ("a row contains a number twice", "no row contains a number twice"),
    "check_columns_valid": ("a column contains a number twice", "no column contains one twice"),
    "check_cages_valid": (
        "a full cage has another sum, or one with an empty cell is not below its sum",
        "full cages have their sum, and those with an empty cell are below theirs",
    ),
}
WATCHED = {"solver_funcs.py": tuple(SHOULD)}
IS_ORDERED = True
NUMBERED = True


def cage_labels(board: Board) -> list[CageLabel]:
    size = board.puzzle.size
    return [CageLabel(cage.clue, cage_name(cage, size)) for cage in board.puzzle.cages]


def cage_name(cage: Cage, size: int) -> str:
    return f"the cage {cage.clue} at cell {place(cage.cells[0], size)}"


def given(_name: str, arguments: list[Any]) -> Shown:
    puzzle = arguments[0]
    board = {(y, x): number for y, row in enumerate(puzzle) for x, number in enumerate(row)}
    last = max((cell for cell, number in board.items() if number), default=(0, 0))
    end = f"that ends with {board[last]} in cell {place(last, len(puzzle))}"
    about = f"the board {end}" if board[last] else "the empty board"
    contents = {cell: bits([number] if number else []) for cell, number in board.items()}
    return Shown(str(puzzle), about, contents, (last,))


def returned(name: str, _arguments: list[Any], result: Any) -> Shown:
    return Shown(str(result), should=SHOULD[name][bool(result)])
