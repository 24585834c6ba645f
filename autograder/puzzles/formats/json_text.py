"""A puzzle as a JSON object.

    {"size": 2, "cages": [{"operation": "+", "target": 3, "cells": [[0, 0], [0, 1]]}, ...],
     "grid": [[1, 0], [0, 0]]}

`grid` is optional: the numbers that are filled in, 0 for empty cells. Other keys are refused.
"""

from __future__ import annotations

import json
from collections.abc import Set
from typing import TypeVar

from autograder.puzzles.formats.scanner import FormatError, Scanner, number_of
from autograder.puzzles.model import Board, Cage, Puzzle, PuzzleError, empty_grid
from autograder.safetext import excerpt

_T = TypeVar("_T")
_NAMES: dict[type, str] = {int: "a whole number", list: "a list", dict: "an object"}


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


def _read_board(value: object) -> Board:
    fields = _fields(value, "the puzzle", {"size", "cages"}, {"grid"})
    size = _typed(fields["size"], int, "size")
    values = _typed(fields["cages"], list, "cages")
    cages = tuple(_read_cage(cage, f"cages[{i}]") for i, cage in enumerate(values))
    try:
        puzzle = Puzzle(size, cages)
    except PuzzleError as error:
        where = "" if error.cage is None else f"cages[{error.cage}]: "
        raise FormatError(f"{where}{error}") from error
    if "grid" not in fields:
        return Board(puzzle, empty_grid(size))
    rows = _typed(fields["grid"], list, "grid")
    return Board(puzzle, tuple(_integers(row, f"grid[{i}]") for i, row in enumerate(rows)))


def _read_cage(value: object, where: str) -> Cage:
    fields = _fields(value, where, {"operation", "target", "cells"})
    target = _typed(fields["target"], int, f"{where}.target")
    values = _typed(fields["cells"], list, f"{where}.cells")
    cells = []
    for i, cell in enumerate(values):
        place = f"{where}.cells[{i}]"
        numbers = _integers(cell, place)
        if len(numbers) != 2:
            raise FormatError(f"{place}: expected a row and a column, found {len(numbers)} numbers")
        cells.append((numbers[0], numbers[1]))
    try:
        return Cage(str(fields["operation"]), target, tuple(cells))
    except PuzzleError as error:
        raise FormatError(f"{where}: {error}") from error


def _fields(
    value: object, where: str, keys: set[str], optional: Set[str] = frozenset()
) -> dict[str, object]:
    fields = _typed(value, dict, where)
    if missing := sorted(keys - fields.keys()):
        raise FormatError(f"{where}: expected the key {missing[0]}, found none")
    if unknown := sorted(fields.keys() - keys - optional):
        raise FormatError(f"{where}: there is no key {excerpt(unknown[0])}")
    return fields


def _integers(value: object, where: str) -> tuple[int, ...]:
    return tuple(_typed(number, int, where) for number in _typed(value, list, where))


def _typed(value: object, kind: type[_T], where: str) -> _T:
    """The value, which has to be of this type. Unlike in Python, true is not an integer in JSON."""
    if type(value) is not kind:
        found = excerpt(json.dumps(value))
        raise FormatError(f"{where}: expected {_NAMES[kind]}, found {found}")
    return value


def write(board: Board) -> str:
    cages = [
        {"operation": cage.operation, "target": cage.target, "cells": cage.cells}
        for cage in board.puzzle.cages
    ]
    puzzle: dict[str, object] = {"size": board.puzzle.size, "cages": cages}
    if any(map(any, board.grid)):
        puzzle["grid"] = board.grid
    return json.dumps(puzzle) + "\n"
