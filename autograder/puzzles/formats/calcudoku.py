"""The format of the `calcudoku` assignment: the number of cages, then a line for each cage.

A line is the sum, the number of cells, and the cells, counted from 0 along the rows of a square
of size 5: `8 3 1 2 6`. A cage of one cell is read as a given number, `=`.
"""

from __future__ import annotations

from autograder.puzzles.formats.limits import check_nothing_filled_in, check_size
from autograder.puzzles.formats.scanner import FormatError, Scanner
from autograder.puzzles.model import Board, Cage, empty_grid

_SIZE = 5
_CELLS = _SIZE * _SIZE
_LARGEST_SUM = _SIZE * _CELLS


def read(text: str) -> Board:
    scan = Scanner(text)
    count = scan.number(f"the number of cages, from 1 to {_CELLS}", 1, _CELLS)
    scan.end_line()
    cages = dict(_read_cage(scan) for _ in range(count))
    scan.end_text(f"the end after {count} of {count} cages")
    return scan.board(_SIZE, cages, empty_grid(_SIZE))


def _read_cage(scan: Scanner) -> tuple[int, Cage]:
    target = scan.number(f"a sum from 0 to {_LARGEST_SUM}", 0, _LARGEST_SUM)
    place = scan.place
    count = scan.number(f"a number of cells from 1 to {_CELLS}", 1, _CELLS)
    expected = f"a cell from 0 to {_CELLS - 1}"
    cells = [divmod(scan.number(expected, 0, _CELLS - 1), _SIZE) for _ in range(count)]
    scan.end_line()
    return place, scan.cage(place, "+" if count > 1 else "=", target, cells)


def write(board: Board) -> str:
    check_nothing_filled_in(board, "calcudoku")
    check_size(board.puzzle, "calcudoku", _SIZE)
    cages = board.puzzle.cages
    return "".join(line + "\n" for line in [str(len(cages)), *map(_line, cages)])


def _line(cage: Cage) -> str:
    wanted = "+" if len(cage.cells) > 1 else "="
    if cage.operation != wanted:
        cells = "sums of two cells or more" if wanted == "+" else "= on one cell"
        raise FormatError(f"{cage}: calcudoku holds {cells}, found {cage.operation}")
    cells = " ".join(str(row * _SIZE + column) for row, column in cage.cells)
    return f"{cage.target} {len(cage.cells)} {cells}"
