"""The format of the inputs: the size, then a line for each cage.

A line has the name of the operation, the target and the cells: `Add 7 1,2 2,2 2,3`.
"""

from __future__ import annotations

import re

from autograder.puzzles.formats import FormatLimits, Layouts, Scanner
from autograder.puzzles.model import Board, Cage, Cell, empty_grid

LIMITS = FormatLimits(target_digits=15)  # The assignment's own reader refuses more.
LAYOUTS = Layouts(cell=re.compile(r"\d+,\d+"))

_OPERATIONS = {"Single": "=", "Add": "+", "Sub": "-", "Mul": "*", "Div": "/"}
_NAMES = {operation: name for name, operation in _OPERATIONS.items()}


def read(text: str) -> Board:
    scan = Scanner(text)
    size = scan.size()
    scan.end_line()
    cages: dict[int, Cage] = {}
    while not scan.ended() and len(cages) <= size * size:  # More must overlap.
        index, cage = _read_cage(scan, size)
        cages[index] = cage
    return scan.board(size, cages, empty_grid(size))


def _read_cage(scan: Scanner, size: int) -> tuple[int, Cage]:
    expected = "Single, Add, Sub, Mul or Div"
    name = scan.word(expected)
    index = scan.index
    if name not in _OPERATIONS:
        raise scan.unexpected(expected)
    target = scan.target(LIMITS.target_digits)
    cells = [_read_cell(scan, size)]
    while not scan.line_ended() and len(cells) <= size * size:  # More must repeat one.
        cells.append(_read_cell(scan, size))
    cage = scan.cage(index, _OPERATIONS[name], target, cells)
    scan.end_line()
    return index, cage


def _read_cell(scan: Scanner, size: int) -> Cell:
    most = size - 1
    expected = f"a position from 0,0 to {most},{most}"
    row, _, column = scan.word(expected).partition(",")
    return scan.within(row, expected, 0, most), scan.within(column, expected, 0, most)


def write(board: Board) -> str:
    lines = [str(board.puzzle.size), *map(_line, board.puzzle.cages)]
    return "".join(line + "\n" for line in lines)


def _line(cage: Cage) -> str:
    cells = " ".join(f"{row},{column}" for row, column in cage.cells)
    return f"{_NAMES[cage.operation]} {cage.target} {cells}"
