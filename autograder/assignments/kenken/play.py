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
        cage = f"cage {puzzle.constraints[0].letter}" if puzzle.constraints else ""
        should = {
            -2: "no constraint is left, so it has to be Posn(-2, -2)",
            -1: f"all cells of {cage} have guesses, so it has to be Posn(-1, -1)",
        }.get(result.x, f"the first blank cell of {cage} is {_posn(result)}")
        focus = [(result.y, result.x)] if result.x >= 0 else []
        return Shown(text, f"returned {_posn(result)}", focus=focus, should=should)
    if name == "neighbours":
        return _neighbours(text, puzzle, result)
    if name == "guess_valid":
        verb = "satisfy" if result else "do not satisfy"
        return Shown(text, should=f"the guesses {verb} the constraint {puzzle.constraints[0]}")
    if name == "apply_guess":
        should = f"it has to be the puzzle that the page shows, with {_about(result)}"
        return Shown(
            text, f"returned a puzzle with {_about(result)}", _contents(result), should=should
        )
    posn = rest[0]
    if name == "place_guess":
        text = str([[str(entry) for entry in row] for row in result])
        said = f"returned a board with {result[posn.y][posn.x]} there"
        letter = puzzle.board[posn.y][posn.x].letter
        return Shown(text, said, should=f"Guess({letter},{rest[1]}) belongs there")
    line = f"row {posn.y}" if name == "used_in_row" else f"column {posn.x}"
    if name != "available_vals":
        order = ", in increasing order" if len(result) > 1 else ""
        return Shown(text, should=f"{line} holds {joined(result, 'no number')}{order}")
    return Shown(text, "", _noted((posn.y, posn.x), result), should=_available(result))


def _neighbours(text: str, puzzle: Any, puzzles: Any) -> Shown:
    guesses = _guesses(puzzle)
    blanks = {cell for each in puzzles for cell in _guesses(each) if cell not in guesses}
    said = f"returned {counted(len(puzzles), 'puzzle') if puzzles else 'no puzzle'}"
    if not puzzles:
        why = "it is a dead end" if puzzle.constraints else "it is complete"
        return Shown(text, said, focus=guesses, should=f"this board has no neighbours: {why}")
    if len(blanks) != 1:
        said = f"{said}, with {_about(puzzles[0])}"
        should = f"the guesses satisfy {puzzle.constraints[0]}: they become numbers in one puzzle"
        return Shown(text, said, _contents(puzzles[0]), guesses, should)
    [(y, x)] = blanks
    numbers = [each.board[y][x].g.number for each in puzzles]
    noted = _noted((y, x), numbers)
    return Shown(text, f"{said}, with {joined(numbers)}", noted, [*blanks], _available(numbers))


def _noted(cell: Cell, numbers: list[int]) -> dict[Cell, int]:
    return {cell: NOTE | bits({*numbers} & {*range(1, LARGEST + 1)})}


def _available(numbers: list[int]) -> str:
    return f"available {'is' if len(numbers) < 2 else 'are'} {joined(numbers, 'no number')}"


def _about(puzzle: Any) -> str:
    guesses = joined([f"a guess at ({x}, {y})" for y, x in _guesses(puzzle)], "no guess")
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
