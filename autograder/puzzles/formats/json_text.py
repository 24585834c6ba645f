"""Puzzles as JSON objects: one in the text, laid out in any way, or several, each on its line.

    {"size": 2, "cages": [{"operation": "+", "target": 3, "cells": [[0, 0], [0, 1]]}, ...],
     "grid": [[1, 0], [0, 0]]}

The grid is there only if something is filled in. Nothing else may be there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from autograder.puzzles.formats.scanner import FormatError, Scanner, number_of
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

_LONGEST = 200_000
"""Characters of a puzzle: three times what the largest takes with an indent of 4."""


class _OtherNumber(str):
    """A number that JSON can write and no puzzle holds: 1.5, NaN, or one far too long."""


def _number(digits: str) -> int | _OtherNumber:
    number = number_of(digits.removeprefix("-"))
    return _OtherNumber(digits) if number is None else int(digits)


# Objects as tuples of pairs, since a dict does not show which keys were there twice.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple,
    parse_int=_number,
    parse_float=_OtherNumber,
    parse_constant=_OtherNumber,
)


def read_each(text: str) -> Iterator[tuple[int, Board]]:
    """The boards, each with its place in the text."""
    scan = Scanner(text)
    while not scan.ended():
        place = scan.at
        value = _decode(scan)
        try:
            board = _read_board(value)
        except FormatError as error:
            if "\n" in text[place : scan.at]:
                raise
            raise FormatError(str(error), text.count("\n", 0, place) + 1) from error
        scan.end_line()
        yield place, board


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
        scan.place = scan.at + error.pos
        begins, _, expected = error.msg.partition("Expecting ")
        raise scan.unexpected("JSON" if begins else expected) from error
    scan.at += length
    return value


def _read_board(value: object) -> Board:
    fields = _fields(value, "", ("size", "cages"), "grid")
    size = _whole(fields["size"], "size", f"a size from 1 to {LARGEST}", 1, LARGEST)
    places = _list(fields["cages"], "cages", "a list of cages")
    cages = [_read_cage(cage, f"cages[{i}]", size) for i, cage in enumerate(places)]
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
    target = _whole(fields["target"], f"{where}.target", "a whole number")
    places = _list(fields["cells"], f"{where}.cells", "a list of cells")
    cells = [_read_cell(cell, f"{where}.cells[{i}]", size) for i, cell in enumerate(places)]
    try:
        return Cage(operation, target, tuple(cells))
    except PuzzleError as error:
        raise _fault(where, str(error)) from error


def _read_cell(value: object, where: str, size: int) -> Cell:
    row, column = _list(value, where, "a list of a row and a column", 2)
    return (
        _whole(row, where, f"a row from 0 to {size - 1}", 0, size - 1),
        _whole(column, where, f"a column from 0 to {size - 1}", 0, size - 1),
    )


def _read_grid(value: object, size: int) -> Grid:
    length = f"a list of length {size}"
    rows = [
        _list(row, f"grid[{i}]", length, size)
        for i, row in enumerate(_list(value, "grid", length, size))
    ]
    expected = f"a number from 0 to {size}"
    return tuple(
        tuple(_whole(n, f"grid[{i}][{j}]", expected, 0, size) for j, n in enumerate(row))
        for i, row in enumerate(rows)
    )


def _fields(
    value: object, where: str, keys: tuple[str, ...], optional: str = ""
) -> dict[str, object]:
    known = [*keys, optional] if optional else [*keys]
    if not isinstance(value, tuple):
        raise _unexpected(where, f"an object with {', '.join(known)}", value)
    fields: dict[str, object] = {}
    for key, content in value:
        if key not in known:
            raise _fault(where, f"expected the keys {', '.join(known)}, found {excerpt(key)}")
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


def _whole(
    value: object, where: str, expected: str, least: int | None = None, most: int | None = None
) -> int:
    """A whole number. Python takes true for one, JSON does not."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _unexpected(where, expected, value)
    if least is not None and most is not None and not least <= value <= most:
        raise _unexpected(where, expected, value)
    return value


def _unexpected(where: str, expected: str, value: object) -> FormatError:
    return _fault(where, f"expected {expected}, found {_shown(value)}")


def _fault(where: str, message: str) -> FormatError:
    return FormatError(f"{where}: {message}" if where else message)


def _shown(value: object) -> str:
    match value:
        case tuple():
            return "an object"
        case list():
            return "a list"
        case bool() | None:
            return json.dumps(value)
        case str() if not isinstance(value, _OtherNumber):
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
