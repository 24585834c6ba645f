"""A puzzle as a JSON object.

    {"size": 2, "cages": [{"operation": "+", "target": 3, "cells": [[0, 0], [0, 1]]}, ...],
     "grid": [[1, 0], [0, 0]]}

`grid` is optional: the numbers that are filled in, 0 for empty cells. Other keys are refused.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

from autograder.puzzles.formats.scanner import FormatError, Scanner, number_of
from autograder.puzzles.model import Board, Cage, Puzzle, PuzzleError, empty_grid
from autograder.safetext import excerpt

KEYS = {"size", "cages", "grid"}
SHAPE = (
    'whole numbers in {"size": 2, "cages": [{"operation": "+", "target": 3, '
    '"cells": [[0, 0], [0, 1]]}, ...]}, perhaps with "grid"'
)


def _number(digits: str) -> int | str:
    """The number, or its digits if they are too many for a target."""
    return digits if number_of(digits.removeprefix("-")) is None else int(digits)


_DECODER = json.JSONDecoder(parse_int=_number)


def read(text: str) -> Board:
    scan = Scanner(text)
    begin = scan.at
    try:
        value, scan.at = _DECODER.raw_decode(text, begin)
    except RecursionError:
        raise scan.error("expected a puzzle, found too many brackets", begin) from None
    except json.JSONDecodeError as error:
        scan.index = error.pos
        expected = error.msg.removeprefix("Expecting ")
        raise scan.unexpected("JSON" if expected == error.msg else expected) from error
    try:
        board = _read_board(value)
    except PuzzleError as error:
        goes_over_lines = "\n" in text[begin : scan.at]
        where = "" if goes_over_lines else f"line {text.count(chr(10), 0, begin) + 1}: "
        raise FormatError(f"{where}{error}", scan.at) from error
    scan.end_line()
    scan.end_text("one puzzle")
    return board


def _read_board(value: Any) -> Board:
    try:
        clues = [(cage["operation"], cage["target"], cage["cells"]) for cage in value["cages"]]
        cells = [cell for clue in clues for cell in clue[2]]
        size, grid = value["size"], value.get("grid", [])
        numbers = [size, *(target for _, target, _ in clues), *chain(*cells, *grid)]
        is_right = {len(cell) for cell in cells} <= {2} and value.keys() <= KEYS
        # Unlike in Python, true is not an integer in JSON.
        is_right = is_right and all(type(number) is int for number in numbers)
    except (AttributeError, KeyError, TypeError):
        is_right = False
    if not is_right:
        raise FormatError(f"expected {SHAPE}")
    cages = []
    for index, (operation, target, places) in enumerate(clues):
        try:
            place = tuple((row, column) for row, column in places)
            cages.append(Cage(excerpt(str(operation)), target, place))
        except PuzzleError as error:
            raise FormatError(f"cages[{index}]: {error}") from error
    try:
        puzzle = Puzzle(size, tuple(cages))
    except PuzzleError as error:
        where = "" if error.cage is None else f"cages[{error.cage}]: "
        raise FormatError(f"{where}{error}") from error
    return Board(puzzle, tuple(map(tuple, grid)) if "grid" in value else empty_grid(size))


def write(board: Board) -> str:
    cages = [
        {"operation": cage.operation, "target": cage.target, "cells": cage.cells}
        for cage in board.puzzle.cages
    ]
    puzzle: dict[str, object] = {"size": board.puzzle.size, "cages": cages}
    if any(map(any, board.grid)):
        puzzle["grid"] = board.grid
    return json.dumps(puzzle) + "\n"
