"""The calls of solve.py's search, and those that they make in turn."""

from __future__ import annotations

from typing import Any

from autograder.puzzles.model import Board, Cell
from autograder.puzzles.trace.steps import (
    GUESS,
    NOTE,
    CageLabel,
    Contents,
    Shown,
    bits,
    counted,
    joined,
    letter_labels,
)

NUMBERS = ("used_in_row", "used_in_col", "available_vals")
GUESSING = ("place_guess", "guess_valid", "apply_guess")
WATCHED = {"kenken.py": ("find_blank", *NUMBERS, *GUESSING, "neighbours")}
IS_ORDERED = True
AXES = ("x", "y")


def cage_labels(board: Board) -> list[CageLabel]:
    """Cages have the letters of the text; a cell whose number is given has no letter."""
    return letter_labels(board, "cage")


def given(name: str, arguments: list[Any]) -> Shown:
    puzzle, *rest = arguments
    focus = [(posn.y, posn.x) for posn in rest[:1]] or _guesses(puzzle)
    text = "\n".join(map(str, arguments))
    return Shown(text, f"{name} for the board that is shown", _contents(puzzle), tuple(focus))


def returned(name: str, arguments: list[Any], result: Any) -> Shown:
    puzzle, *rest = arguments
    text = _text(result)
    if name == "find_blank":
        return _blank(text, puzzle, result)
    if name == "neighbours":
        return _neighbours(text, puzzle, result)
    if name == "guess_valid":
        verb = "satisfy" if result else "do not satisfy"
        should = f"the guesses {verb} the constraint {puzzle.constraints[0]}"
        return Shown(text, f"returned {result!r}", None, tuple(_guesses(puzzle)), should)
    if name == "apply_guess":
        left = counted(len(result.constraints), "constraint")
        guesses = joined([f"a guess at ({x}, {y})" for y, x in _guesses(result)], "no guess")
        what = f"a puzzle with {guesses} and {left}"
        return Shown(text, f"returned {what}", _contents(result), should=f"it has to be {what}")
    posn = rest[0]
    if name == "place_guess":
        said = f"returned a board with {result[posn.y][posn.x].shows()} at {_posn(posn)}"
        return Shown(text, said, should=f"a guess of {rest[1]} belongs there")
    numbers = joined(result, "no number")
    should = {
        "used_in_row": f"row {posn.y} holds {numbers}",
        "used_in_col": f"column {posn.x} holds {numbers}",
    }.get(name, _available(result))
    is_shown = name == "available_vals"
    contents = _noted(puzzle, (posn.y, posn.x), result) if is_shown else None
    return Shown(text, f"returned {numbers} for {_posn(posn)}", contents, should=should)


def _blank(text: str, puzzle: Any, posn: Any) -> Shown:
    letter = puzzle.constraints[0].letter if puzzle.constraints else ""
    should = {
        (-2, -2): "no constraint is left, so it is Posn(-2, -2)",
        (-1, -1): f"all cells of cage {letter} have guesses, so it is Posn(-1, -1)",
    }.get((posn.x, posn.y), f"the first blank cell of cage {letter} is {_posn(posn)}")
    focus = ((posn.y, posn.x),) if posn.x >= 0 else ()
    return Shown(text, f"returned {_posn(posn)}", None, focus, should)


def _neighbours(text: str, puzzle: Any, puzzles: Any) -> Shown:
    said = f"returned {counted(len(puzzles), 'puzzle') if puzzles else 'no puzzle'}"
    guesses = _guesses(puzzle)
    blanks = {cell for each in puzzles for cell in _guesses(each) if cell not in guesses}
    if len(blanks) != 1:
        if not puzzles:
            return Shown(text, said, None, tuple(guesses), "no step leads further from this board")
        should = f"the guesses satisfy the constraint {puzzle.constraints[0]}"
        return Shown(text, said, _contents(puzzles[0]), tuple(guesses), should)
    [(y, x)] = blanks
    numbers = [each.board[y][x].g.number for each in puzzles]
    said = f"{said}, with {joined(numbers)}"
    return Shown(text, said, _noted(puzzle, (y, x), numbers), ((y, x),), _available(numbers))


def _noted(puzzle: Any, cell: Cell, numbers: list[int]) -> Contents:
    contents, size = list(_contents(puzzle)), puzzle.board_size
    contents[cell[0] * size + cell[1]] = NOTE | bits(n for n in numbers if 0 < n <= size)
    return tuple(contents)


def _available(numbers: list[int]) -> str:
    return f"available {'is' if len(numbers) < 2 else 'are'} {joined(numbers, 'no number')}"


def _text(value: Any) -> str:
    return str([*map(_text, value)]) if type(value) is list else str(value)


def _posn(posn: Any) -> str:
    return f"Posn({posn.x}, {posn.y})"


def _guesses(puzzle: Any) -> list[Cell]:
    rows = enumerate(puzzle.board)
    return [(y, x) for y, row in rows for x, entry in enumerate(row) if entry.guess]


def _contents(puzzle: Any) -> Contents:
    entries = [entry for row in puzzle.board for entry in row]
    return tuple(
        bits([each.g.number]) | GUESS if each.guess else bits([each.number] if each.number else [])
        for each in entries
    )
