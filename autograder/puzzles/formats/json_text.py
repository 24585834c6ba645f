"""A puzzle as a JSON object.

    {"size": 2, "cages": [{"operation": "+", "target": 3, "cells": [[0, 0], [0, 1]]}, ...],
     "grid": [[1, 0], [0, 0]]}

`grid` is optional: the numbers that are filled in, 0 for empty cells. Other keys are refused.
"""

from __future__ import annotations

import json

from autograder.puzzles.formats.scanner import FormatError, Scanner, number_of
from autograder.puzzles.model import Board, Cage, Cell, Grid, Puzzle, PuzzleError, empty_grid
from autograder.safetext import excerpt


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
    size = _integer(fields["size"], "size")
    values = _list(fields["cages"], "cages")
    cages = tuple(_read_cage(cage, f"cages[{i}]") for i, cage in enumerate(values))
    try:
        puzzle = Puzzle(size, cages)
    except PuzzleError as error:
        where = "" if error.cage is None else f"cages[{error.cage}]: "
        raise FormatError(f"{where}{error}") from error
    return Board(puzzle, _read_grid(fields["grid"]) if "grid" in fields else empty_grid(size))


def _read_cage(value: object, where: str) -> Cage:
    fields = _fields(value, where, {"operation", "target", "cells"})
    operation = fields["operation"]
    target = _integer(fields["target"], f"{where}.target")
    values = _list(fields["cells"], f"{where}.cells")
    cells = tuple(_read_cell(cell, f"{where}.cells[{i}]") for i, cell in enumerate(values))
    try:
        return Cage(str(operation), target, cells)
    except PuzzleError as error:
        raise FormatError(f"{where}: {error}") from error


def _read_cell(value: object, where: str) -> Cell:
    place = _list(value, where)
    if len(place) != 2:
        raise FormatError(f"{where}: expected a row and a column, found {len(place)} numbers")
    return _integer(place[0], where), _integer(place[1], where)


def _read_grid(value: object) -> Grid:
    rows = [_list(row, f"grid[{i}]") for i, row in enumerate(_list(value, "grid"))]
    return tuple(tuple(_integer(n, f"grid[{i}]") for n in row) for i, row in enumerate(rows))


def _fields(
    value: object, where: str, keys: set[str], optional: frozenset[str] | set[str] = frozenset()
) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _unexpected(where, "an object", value)
    if missing := sorted(keys - value.keys()):
        raise FormatError(f"{where}: expected the key {missing[0]}, found none")
    if unknown := sorted(value.keys() - keys - optional):
        raise FormatError(f"{where}: there is no key {excerpt(unknown[0])}")
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise _unexpected(where, "a list", value)
    return value


def _integer(value: object, where: str) -> int:
    """The value as an integer. Unlike in Python, true is not an integer in JSON."""
    if type(value) is not int:
        raise _unexpected(where, "a whole number", value)
    return value


def _unexpected(where: str, expected: str, value: object) -> FormatError:
    return FormatError(f"{where}: expected {expected}, found {excerpt(json.dumps(value))}")


def write(board: Board) -> str:
    cages = [
        {"operation": cage.operation, "target": cage.target, "cells": cage.cells}
        for cage in board.puzzle.cages
    ]
    puzzle: dict[str, object] = {"size": board.puzzle.size, "cages": cages}
    if any(map(any, board.grid)):
        puzzle["grid"] = board.grid
    return json.dumps(puzzle) + "\n"
