"""The format of the inputs: the number of cages, then a line for each cage.

A line has the sum, the number of cells, and the cells, counted from 0 along the rows of a square
of size 5: `8 3 1 2 6`. A cage of one cell is read as a given number, `=`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from autograder.puzzles.formats import FormatError, FormatLimits, Layouts, Scanner
from autograder.puzzles.model import Board, Cage, Grid, Puzzle, empty_grid

_SIZE = 5
_CELLS = _SIZE * _SIZE
_LARGEST_SUM = _SIZE * _CELLS

LIMITS = FormatLimits(size=_SIZE, operations="+")
LAYOUTS = Layouts(cell=re.compile(r"\d+"))


def read(text: str) -> Board:
    scan = Scanner(text)
    count = scan.number(f"the number of cages, from 1 to {_CELLS}", 1, _CELLS)
    scan.end_line()
    cages = dict(_read_cage(scan) for _ in range(count))
    scan.end_text(f"the end after {count} of {count} cages")
    return scan.board(_SIZE, cages, empty_grid(_SIZE))


def _read_cage(scan: Scanner) -> tuple[int, Cage]:
    target = scan.number(f"a sum from 0 to {_LARGEST_SUM}", 0, _LARGEST_SUM)
    index = scan.index
    count = scan.number(f"a number of cells from 1 to {_CELLS}", 1, _CELLS)
    expected = f"a cell from 0 to {_CELLS - 1}"
    cells = [divmod(scan.number(expected, 0, _CELLS - 1), _SIZE) for _ in range(count)]
    scan.end_line()
    return index, scan.cage(index, "+" if count > 1 else "=", target, cells)


def read_shown(arguments: Mapping[str, str]) -> Board:
    """The board of the arguments `puzzle`, rows of numbers, and `cages`, lists of numbers."""
    grid, lists = _rows(arguments.get("puzzle", "")), _rows(arguments.get("cages", ""))
    if not all(len(numbers) > 2 for numbers in lists):
        raise FormatError("expected cages, found none")
    cages = []
    for total, _, *numbers in lists:
        cells = tuple(divmod(number, len(grid)) for number in numbers)
        cages.append(Cage("+" if len(cells) > 1 else "=", total, cells))
    return Board(Puzzle(len(grid), tuple(cages)), grid)


def _rows(text: str) -> Grid:
    rows = (re.findall(r"\d{1,4}", line) for line in text.split("\n"))
    return tuple(tuple(map(int, row)) for row in rows)


def write(board: Board) -> str:
    cages = board.puzzle.cages
    return "".join(line + "\n" for line in [str(len(cages)), *map(_line, cages)])


def _line(cage: Cage) -> str:
    operation = "+" if len(cage.cells) > 1 else "="
    if cage.operation != operation:
        cells = "sums of two cells or more" if operation == "+" else "= on one cell"
        raise FormatError(f"{cage}: calcudoku holds {cells}, found {cage.operation}")
    cells = " ".join(str(row * _SIZE + column) for row, column in cage.cells)
    return f"{cage.target} {len(cage.cells)} {cells}"
