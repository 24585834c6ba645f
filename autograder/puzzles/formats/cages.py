"""The format of the `cages` assignment: a Prolog term for each cage of a square of size 6.

    cage(add, 6, [[0, 4], [0, 5]]).

Comments and white space may stand where Prolog lets them.
"""

from __future__ import annotations

import re

from autograder.puzzles.formats.limits import check_nothing_filled_in, check_size, check_targets
from autograder.puzzles.formats.scanner import Scanner
from autograder.puzzles.model import Board, Cage, Cell, empty_grid

_SIZE = 6
_DIGITS = 9  # More are refused by the assignment's own reader.
_OPERATIONS = {"add": "+", "mult": "*", "sub": "-", "div": "/", "id": "="}
_NAMES = {operation: name for name, operation in _OPERATIONS.items()}

_BLANK = re.compile(r"(?:\s++|%[^\n]*+|/\*[\s\S]*?\*/)++", re.ASCII)
_TOKEN = re.compile(r"\w+|/\*|\S")
_WORD = re.compile(r"\w++", re.ASCII)
_CAGE = re.compile(r"cage\(")
_STOP = re.compile(r"\.(?=[\s%]|\Z)", re.ASCII)
_SIGNS = {sign: re.compile(re.escape(sign)) for sign in "[],)"}
_NEXT_OR_END = re.compile(r"[],]")


def begins(text: str) -> bool:
    """Does the text, after comments, begin like a cage?"""
    scan = Scanner(text)
    scan.skip(_BLANK)
    return re.compile(r"cage\s*\(").match(text, scan.at) is not None


def read(text: str) -> Board:
    scan = Scanner(text, _TOKEN)
    _skip(scan)
    cages = dict([_read_cage(scan)])
    while not scan.ended() and len(cages) <= _SIZE * _SIZE:  # More overlap: no need to read on.
        place, cage = _read_cage(scan)
        cages[place] = cage
    return scan.board(_SIZE, cages, empty_grid(_SIZE))


def _take(scan: Scanner, pattern: re.Pattern[str], expected: str) -> str:
    token = scan.take(pattern, expected)
    _skip(scan)
    return token


def _skip(scan: Scanner) -> None:
    scan.skip(_BLANK)
    if scan.text.startswith("/*", scan.at):
        raise scan.error("expected a comment with */ at its end, found no end", scan.at)


def _sign(scan: Scanner, sign: str) -> None:
    _take(scan, _SIGNS[sign], sign)


def _read_cage(scan: Scanner) -> tuple[int, Cage]:
    place = scan.at
    _take(scan, _CAGE, "cage(")
    expected = "add, mult, sub, div or id"
    name = _take(scan, _WORD, expected)
    if name not in _OPERATIONS:
        raise scan.unexpected(expected)
    _sign(scan, ",")
    target = _read_number(scan, f"a target of at most {_DIGITS} digits", 10**_DIGITS - 1)
    _sign(scan, ",")
    cells = _read_cells(scan)
    cage = scan.cage(place, _OPERATIONS[name], target, cells)
    _sign(scan, ")")
    _take(scan, _STOP, "a full stop and white space")
    return place, cage


def _read_cells(scan: Scanner) -> list[Cell]:
    _sign(scan, "[")
    cells = [_read_cell(scan)]
    while _take(scan, _NEXT_OR_END, ", or ]") == ",":
        if len(cells) > _SIZE * _SIZE:  # One is there twice: no need to read on.
            break
        cells.append(_read_cell(scan))
    return cells


def _read_cell(scan: Scanner) -> Cell:
    _sign(scan, "[")
    row = _read_number(scan, f"a row from 0 to {_SIZE - 1}", _SIZE - 1)
    _sign(scan, ",")
    column = _read_number(scan, f"a column from 0 to {_SIZE - 1}", _SIZE - 1)
    _sign(scan, "]")
    return row, column


def _read_number(scan: Scanner, expected: str, most: int) -> int:
    return scan.within(_take(scan, _WORD, expected), expected, 0, most)


def write(board: Board) -> str:
    check_nothing_filled_in(board, "cages")
    check_size(board.puzzle, "cages", _SIZE)
    check_targets(board.puzzle, "cages", _DIGITS)
    return "".join(f"{_term(cage)}\n" for cage in board.puzzle.cages)


def _term(cage: Cage) -> str:
    cells = ", ".join(f"[{row}, {column}]" for row, column in cage.cells)
    return f"cage({_NAMES[cage.operation]}, {cage.target}, [{cells}])."
