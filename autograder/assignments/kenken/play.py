"""The calls of solve.py's search, and those that they make in turn."""

from __future__ import annotations

from typing import Any

from autograder.puzzles.model import LARGEST, Board, Cell
from autograder.puzzles.trace.steps import (
    GUESS,
    NOTE,
    CageLabel,
    Shown,
    bits,
    counted,
    joined,
    letter_labels,
)

WATCHED = {
    "kenken.py": (
        *("find_blank", "used_in_row", "used_in_col", "available_vals"),
        *("place_guess", "guess_valid", "apply_guess", "neighbours"),
    )
}
IS_ORDERED = True
AXES = ("x", "y")


def cage_labels(board: Board) -> list[CageLabel]:
    """Cages have the letters of the text; a cell whose number is given has no letter."""
    return letter_labels(board, "cage")


def given(_name: str, arguments: list[Any]) -> Shown:
    puzzle, *rest = arguments
    focus = [(posn.y, posn.x) for posn in rest[:1]] or _guesses(puzzle)
    about = " and ".join([*map(_posn, rest[:1]), *map(str, rest[1:])])
    return Shown("\n".join(map(str, arguments)), about, _contents(puzzle), focus)


def returned(name: str, arguments: list[Any], result: Any) -> Shown:
    puzzle, *rest = arguments
    text = str([*map(str, result)] if type(result) is list else result)
    if name == "find_blank":
        focus = [(result.y, result.x)] if result.x >= 0 else []
        return Shown(text, f"returned {_posn(result)}", focus=focus)
    if name == "neighbours":
        return _neighbours(text, puzzle, result)
    if name == "guess_valid":
        verb = "satisfy" if result else "do not satisfy"
        return Shown(text, should=f"the guesses {verb} the constraint {puzzle.constraints[0]}")
    if name == "apply_guess":
        said = f"returned a puzzle with {_about(result)}"
        return Shown(text, said, _contents(result), _guesses(result))
    posn = rest[0]
    if name == "place_guess":
        text = str([[str(entry) for entry in row] for row in result])
        return Shown(text, f"returned a board with {result[posn.y][posn.x]} there")
    return Shown(text, "", _noted((posn.y, posn.x), result) if name == "available_vals" else {})


def _neighbours(text: str, puzzle: Any, puzzles: Any) -> Shown:
    if not puzzles:
        return Shown(text, "returned no puzzle")
    first, before = puzzles[0], _guesses(puzzle)
    blanks = {cell for each in puzzles for cell in _guesses(each) if cell not in before}
    said = f"returned {counted(len(puzzles), 'puzzle')}, with"
    if len(blanks) != 1:
        return Shown(text, f"{said} {_about(first)}", _contents(first), _guesses(first))
    [(y, x)] = blanks
    numbers = [each.board[y][x].g.number for each in puzzles]
    return Shown(text, f"{said} {joined(numbers)}", _noted((y, x), numbers), [*blanks])


def _noted(cell: Cell, numbers: list[int]) -> dict[Cell, int]:
    return {cell: NOTE | bits({*numbers} & {*range(1, LARGEST + 1)})}


def _about(puzzle: Any) -> str:
    guesses = joined([f"a guess at Posn({x}, {y})" for y, x in _guesses(puzzle)], "no guess")
    return f"{counted(len(puzzle.constraints), 'constraint')} and {guesses}"


def _posn(posn: Any) -> str:
    return f"Posn({posn.x}, {posn.y})"


def _guesses(puzzle: Any) -> list[Cell]:
    rows = enumerate(puzzle.board)
    return [(y, x) for y, row in rows for x, entry in enumerate(row) if entry.guess]


def _contents(puzzle: Any) -> dict[Cell, int]:
    rows = enumerate(puzzle.board)
    entries = {(y, x): entry for y, row in rows for x, entry in enumerate(row)}
    return {
        cell: bits([e.g.number]) | GUESS if e.guess else bits([e.number] if e.number else [])
        for cell, e in entries.items()
    }
