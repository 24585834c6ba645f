"""The checks of cages; a search may make them in any order."""

from __future__ import annotations

from typing import Any

from autograder.puzzles.model import Board, Cage, Cell, cells_of
from autograder.puzzles.trace.steps import CageLabel, Shown, bits, counted, joined

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
        return Shown("", contents=dict.fromkeys(cells_of(SIZE), 0))
    grid, checked = arguments
    cages = checked if name == "check_cages" else [checked]
    values = [[grid[row][column] for row, column in cage.cells] for cage in cages]
    about = counted(len(cages), "cage")
    if name == "check_constraint":
        about = f"{checked.op} {checked.target} with {joined(values[0], 'no number')}"
    focus = [cell for cage in cages for cell in cage.cells]
    return Shown(str([*zip(cages, values, strict=True)]), about, _contents(grid), focus)


def returned(name: str, _arguments: list[Any], result: Any) -> Shown:
    if name == "check_constraint":
        return Shown(str(result), should=f"these numbers {'' if result else 'do not '}satisfy it")
    if name == "check_cages" or result is None:
        return Shown(str(result))
    return Shown(str(result), "returned a grid", _contents(result))


def _contents(grid: Any) -> dict[Cell, int]:
    rows = enumerate(grid)
    return {(y, x): bits([n] if n else []) for y, row in rows for x, n in enumerate(row)}
