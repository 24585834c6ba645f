"""The checks of cages; a search may make them in any order."""

from __future__ import annotations

from typing import Any

from autograder.puzzles.model import Board, Cage
from autograder.puzzles.trace.steps import CageLabel, Contents, Shown, bits, counted, joined

WATCHED = {"cages.py": ("check_constraint", "check_cages", "solve")}
IS_ORDERED = False
SIZE = 6
_OPS = {"+": "add", "*": "mult", "-": "sub", "/": "div", "=": "id"}


def cage_labels(board: Board) -> list[CageLabel]:
    return [CageLabel(cage.clue, cage_name(cage)) for cage in board.puzzle.cages]


def cage_name(cage: Cage) -> str:
    return f"the cage {_OPS[cage.operation]} {cage.target} at {cage.cells[0]}"


def given(name: str, arguments: list[Any]) -> Shown:
    if name == "solve":
        return Shown("", "solve for the cages that are shown", (0,) * SIZE**2)
    grid, checked = arguments
    cages = checked if name == "check_cages" else [checked]
    text = str([(cage, _values(grid, cage)) for cage in cages])
    about = f"{name} for {_about(name, arguments)}"
    return Shown(text, about, _contents(grid), tuple(cell for cage in cages for cell in cage.cells))


def returned(name: str, arguments: list[Any], result: Any) -> Shown:
    if name == "solve" and result is None:
        return Shown("None", "returned None", should="the puzzle has no solution")
    if name == "solve":
        should = "the puzzle has a solution, which the page shows"
        return Shown(str(result), "returned a grid", _contents(result), (), should)
    if name == "check_cages":
        should = "all are satisfied" if result else "one of them is not satisfied"
    else:
        should = f"these numbers {'' if result else 'do not '}satisfy it"
    return Shown(str(result), f"returned {result} for {_about(name, arguments)}", should=should)


def _about(name: str, arguments: list[Any]) -> str:
    grid, checked = arguments
    if name == "check_cages":
        return counted(len(checked), "cage")
    return f"{checked.op} {checked.target} with {joined(_values(grid, checked), 'no number')}"


def _contents(grid: Any) -> Contents:
    return tuple(bits([number]) if number else 0 for row in grid for number in row)


def _values(grid: Any, cage: Any) -> list[int]:
    return [grid[row][column] for row, column in cage.cells]
