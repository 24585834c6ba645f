"""The format of the inputs: a Prolog term for each cage of a square of size 6.

    cage(add, 6, [[0, 4], [0, 5]]).

Comments and whitespace may stand wherever Prolog allows them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from autograder.puzzles.formats import FormatLimits, Layouts, Scanner
from autograder.puzzles.model import Board, Cage, Cell, empty_grid

from .prolog_text import PROLOG_TEXTS

_SIZE = 6
LIMITS = FormatLimits(size=_SIZE, target_digits=9)  # The assignment's own reader refuses more.
LAYOUTS = Layouts(
    cell=re.compile(r"\[\d+, \d+\]"),
    texts={
        name: lambda _, terms, lay_out=lay_out: lay_out(terms)
        for name, lay_out in PROLOG_TEXTS.items()
    },
)

_OPERATIONS = {"add": "+", "mult": "*", "sub": "-", "div": "/", "id": "="}
_NAMES = {operation: name for name, operation in _OPERATIONS.items()}

_BLANK = re.compile(r"(?:\s++|%[^\n]*+|/\*[\s\S]*?\*/)++", re.ASCII)
_TOKEN = re.compile(r"\w+|/\*|\S")
_WORD = re.compile(r"\w++", re.ASCII)
_CAGE = re.compile(r"cage\(")
_STOP = re.compile(r"\.(?=[\s%]|\Z)", re.ASCII)
_SIGNS = {sign: re.compile(re.escape(sign)) for sign in "[],)"}
_NEXT_OR_END = re.compile(r"[],]")


def read(text: str) -> Board:
    scan = Scanner(text, _TOKEN)
    _skip(scan)
    cages = dict([_read_cage(scan)])
    while not scan.ended() and len(cages) <= _SIZE * _SIZE:  # More must overlap.
        index, cage = _read_cage(scan)
        cages[index] = cage
    return scan.board(_SIZE, cages, empty_grid(_SIZE))


def read_shown(arguments: Mapping[str, str]) -> Board:
    """The board of the argument `cages`, one cage a line with its index."""
    terms = re.findall(r"cage\(.*\)", arguments.get("cages", ""))
    return read("".join(f"{term}.\n" for term in terms))


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
    index = scan.at
    _take(scan, _CAGE, "cage(")
    expected = "add, mult, sub, div or id"
    name = _take(scan, _WORD, expected)
    if name not in _OPERATIONS:
        raise scan.unexpected(expected)
    _sign(scan, ",")
    digits = LIMITS.target_digits
    target = _read_number(scan, f"a target of at most {digits} digits", 10**digits - 1)
    _sign(scan, ",")
    cells = _read_cells(scan)
    cage = scan.cage(index, _OPERATIONS[name], target, cells)
    _sign(scan, ")")
    _take(scan, _STOP, "a full stop and whitespace")
    return index, cage


def _read_cells(scan: Scanner) -> list[Cell]:
    _sign(scan, "[")
    cells = [_read_cell(scan)]
    while _take(scan, _NEXT_OR_END, ", or ]") == ",":
        if len(cells) > _SIZE * _SIZE:  # One must be there twice.
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
    return "".join(f"{_term(cage)}\n" for cage in board.puzzle.cages)


def _term(cage: Cage) -> str:
    cells = ", ".join(f"[{row}, {column}]" for row, column in cage.cells)
    return f"cage({_NAMES[cage.operation]}, {cage.target}, [{cells}])."
