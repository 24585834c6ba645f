"""The format of the `ac3` assignment: the size, then a line for each cage.

A line is the kind, the target and the cells: `Add 7 1,2 2,2 2,3`.
"""

from __future__ import annotations

from autograder.puzzles.formats.limits import check_nothing_filled_in, check_targets
from autograder.puzzles.formats.scanner import Scanner
from autograder.puzzles.model import Board, Cage, Cell, empty_grid

_DIGITS = 15  # More are refused by the assignment's own reader.
_OPERATIONS = {"Single": "=", "Add": "+", "Sub": "-", "Mul": "*", "Div": "/"}
_KINDS = {operation: kind for kind, operation in _OPERATIONS.items()}


def read(text: str) -> Board:
    scan = Scanner(text)
    size = scan.size()
    scan.end_line()
    cages: dict[int, Cage] = {}
    while not scan.ended() and len(cages) <= size * size:  # More overlap: no need to read on.
        place, cage = _read_cage(scan, size)
        cages[place] = cage
    return scan.board(size, cages, empty_grid(size))


def _read_cage(scan: Scanner, size: int) -> tuple[int, Cage]:
    expected = "Single, Add, Sub, Mul or Div"
    kind = scan.word(expected)
    place = scan.place
    if kind not in _OPERATIONS:
        raise scan.unexpected(expected)
    target = scan.number(f"a target of at most {_DIGITS} digits", 0, 10**_DIGITS - 1)
    cells = [_read_cell(scan, size)]
    while not scan.line_ended() and len(cells) <= size * size:  # More are not all different.
        cells.append(_read_cell(scan, size))
    cage = scan.cage(place, _OPERATIONS[kind], target, cells)
    scan.end_line()
    return place, cage


def _read_cell(scan: Scanner, size: int) -> Cell:
    most = size - 1
    expected = f"a position from 0,0 to {most},{most}"
    row, _, column = scan.word(expected).partition(",")
    return scan.within(row, expected, 0, most), scan.within(column, expected, 0, most)


def write(board: Board) -> str:
    check_nothing_filled_in(board, "ac3")
    check_targets(board.puzzle, "ac3", _DIGITS)
    lines = [str(board.puzzle.size), *map(_line, board.puzzle.cages)]
    return "".join(line + "\n" for line in lines)


def _line(cage: Cage) -> str:
    cells = " ".join(f"{row},{column}" for row, column in cage.cells)
    return f"{_KINDS[cage.operation]} {cage.target} {cells}"
