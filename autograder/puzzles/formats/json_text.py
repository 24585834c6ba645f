"""Puzzles as JSON objects: one, over any number of lines, or several, each on its line.

    {"size": 2, "cages": [{"operation": "+", "target": 3, "cells": [[0, 0], [0, 1]]}, ...],
     "grid": [[1, 0], [0, 0]]}

`grid` is optional: the numbers that are filled in, 0 for empty cells. Other keys are refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from autograder.puzzles.formats.limits import FormatLimits
from autograder.puzzles.formats.protocol import Match
from autograder.puzzles.formats.scanner import FormatError, Scanner, number_of
from autograder.puzzles.formats.sniff import beginning
from autograder.puzzles.model import (
    LARGEST,
    OPERATIONS,
    Board,
    Cage,
    Cell,
    Grid,
    Puzzle,
    PuzzleError,
    empty_grid,
)
from autograder.safetext import excerpt

LIMITS = FormatLimits(filled_in=True)
_BEGINNING = re.compile(r"\{\s*(?:[\"}]|\Z)")
_LONGEST = 200_000
"""The most characters of a puzzle: three times what the largest takes with an indent of 4."""


class _InvalidNumber(str):
    """A number that is valid in JSON but not in a puzzle: 1.5, NaN, or one far too long."""


def _number(digits: str) -> int | _InvalidNumber:
    number = number_of(digits.removeprefix("-"))
    return _InvalidNumber(digits) if number is None else int(digits)


# Objects become tuples of pairs, since a dict would hide repeated keys.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple,
    parse_int=_number,
    parse_float=_InvalidNumber,
    parse_constant=_InvalidNumber,
)


def recognise(text: str) -> Match:
    return Match.LIKELY if _BEGINNING.match(beginning(text)) else Match.NO


def read_each(text: str) -> Iterator[tuple[int, Board]]:
    """The boards, each with its index in the text."""
    scan = Scanner(text)
    while not scan.ended():
        index = scan.at
        value = _decode(scan)
        try:
            board = _read_board(value)
        except FormatError as error:
            if "\n" in text[index : scan.at]:
                raise
            raise FormatError(str(error), text.count("\n", 0, index) + 1) from error
        scan.end_line()
        yield index, board


def _decode(scan: Scanner) -> object:
    part = scan.text[scan.at : scan.at + _LONGEST]
    try:
        value, length = _DECODER.raw_decode(part)
    except RecursionError:
        raise scan.error("expected a puzzle, found too many brackets", scan.at) from None
    except json.JSONDecodeError as error:
        is_cut = len(part) == _LONGEST and error.msg.startswith("Unterminated")
        if is_cut or error.pos == _LONGEST:
            long = f"expected a puzzle of at most {_LONGEST} characters, found more"
            raise scan.error(long, scan.at) from error
        scan.index = scan.at + error.pos
        other, _, expected = error.msg.partition("Expecting ")
        raise scan.unexpected("JSON" if other else expected) from error
    scan.at += length
    return value


def _read_board(value: object) -> Board:
    fields = _fields(value, "", ("size", "cages"), "grid")
    size = _integer(fields["size"], "size", f"a size from 1 to {LARGEST}", 1, LARGEST)
    values = _list(fields["cages"], "cages", "a list of cages")
    cages = [_read_cage(cage, f"cages[{i}]", size) for i, cage in enumerate(values)]
    grid = _read_grid(fields["grid"], size) if "grid" in fields else empty_grid(size)
    try:
        return Board(Puzzle(size, tuple(cages)), grid)
    except PuzzleError as error:
        raise _fault("" if error.cage is None else f"cages[{error.cage}]", str(error)) from error


def _read_cage(value: object, where: str, size: int) -> Cage:
    fields = _fields(value, where, ("operation", "target", "cells"))
    operation = fields["operation"]
    if not (isinstance(operation, str) and operation in tuple(OPERATIONS)):
        raise _unexpected(f"{where}.operation", f"one of {' '.join(OPERATIONS)}", operation)
    target = _integer(fields["target"], f"{where}.target", "a whole number")
    values = _list(fields["cells"], f"{where}.cells", "a list of cells")
    cells = [_read_cell(cell, f"{where}.cells[{i}]", size) for i, cell in enumerate(values)]
    try:
        return Cage(operation, target, tuple(cells))
    except PuzzleError as error:
        raise _fault(where, str(error)) from error


def _read_cell(value: object, where: str, size: int) -> Cell:
    row, column = _list(value, where, "a list of a row and a column", 2)
    return (
        _integer(row, where, f"a row from 0 to {size - 1}", 0, size - 1),
        _integer(column, where, f"a column from 0 to {size - 1}", 0, size - 1),
    )


def _read_grid(value: object, size: int) -> Grid:
    length = f"a list of length {size}"
    rows = [
        _list(row, f"grid[{i}]", length, size)
        for i, row in enumerate(_list(value, "grid", length, size))
    ]
    expected = f"a number from 0 to {size}"
    return tuple(
        tuple(_integer(n, f"grid[{i}][{j}]", expected, 0, size) for j, n in enumerate(row))
        for i, row in enumerate(rows)
    )


def _fields(
    value: object, where: str, keys: tuple[str, ...], optional: str = ""
) -> dict[str, object]:
    names = [*keys, optional] if optional else [*keys]
    if not isinstance(value, tuple):
        raise _unexpected(where, f"an object with {', '.join(names)}", value)
    fields: dict[str, object] = {}
    for key, content in value:
        if key not in names:
            raise _fault(where, f"expected the keys {', '.join(names)}, found {excerpt(key)}")
        if key in fields:
            raise _fault(where, f"expected the key {key} once, found it twice")
        fields[key] = content
    for key in keys:
        if key not in fields:
            raise _fault(where, f"expected the key {key}, found none")
    return fields


def _list(value: object, where: str, expected: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list):
        raise _unexpected(where, expected, value)
    if length is not None and len(value) != length:
        raise _fault(where, f"expected {expected}, found one of length {len(value)}")
    return value


def _integer(
    value: object, where: str, expected: str, least: int | None = None, most: int | None = None
) -> int:
    """The value as an integer. Unlike in Python, true is not an integer in JSON."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _unexpected(where, expected, value)
    if least is not None and most is not None and not least <= value <= most:
        raise _unexpected(where, expected, value)
    return value


def _unexpected(where: str, expected: str, value: object) -> FormatError:
    return _fault(where, f"expected {expected}, found {_description(value)}")


def _fault(where: str, message: str) -> FormatError:
    return FormatError(f"{where}: {message}" if where else message)


def _description(value: object) -> str:
    match value:
        case tuple():
            return "an object"
        case list():
            return "a list"
        case bool() | None:
            return json.dumps(value)
        case str() if not isinstance(value, _InvalidNumber):
            return f'"{excerpt(value)}"'
        case _:
            return excerpt(str(value))


def write(board: Board) -> str:
    cages = [
        {"operation": cage.operation, "target": cage.target, "cells": cage.cells}
        for cage in board.puzzle.cages
    ]
    puzzle: dict[str, object] = {"size": board.puzzle.size, "cages": cages}
    if any(map(any, board.grid)):
        puzzle["grid"] = board.grid
    return json.dumps(puzzle) + "\n"
