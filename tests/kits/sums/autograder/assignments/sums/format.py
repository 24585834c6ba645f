"""The format of the inputs: a title, then a line for each sum: `sum 3 of 00 01`."""

from __future__ import annotations

import re

from autograder.puzzles.formats import FormatError, FormatLimits, Layouts, Scanner, join
from autograder.puzzles.model import Board, Cage, empty_grid

SIZE = 3
TITLE = "Sums 3x3"
LIMITS = FormatLimits(size=SIZE, operations="+", target_digits=2)
LAYOUTS = Layouts(
    cell=re.compile(r"\d\d"),
    texts={"wide": lambda above, cages: join(above, [line.replace(" ", "  ") for line in cages])},
)


def read(text: str) -> Board:
    scan = Scanner(text)
    for word in TITLE.split():
        if scan.word(f"the title {TITLE}") != word:
            raise scan.unexpected(f"the title {TITLE}")
    scan.end_line()
    cages = {}
    while not scan.ended():
        _read_word(scan, "sum")
        index = scan.index
        target = scan.target(LIMITS.target_digits)
        _read_word(scan, "of")
        cells = []
        while not scan.line_ended():
            number = scan.number("a row and a column, such as 02", 0, 22)
            cells.append(divmod(number, 10))
        cages[index] = scan.cage(index, "+" if len(cells) > 1 else "=", target, cells)
        scan.end_line()
    return scan.board(SIZE, cages, empty_grid(SIZE))


def _read_word(scan: Scanner, word: str) -> None:
    if scan.word(word) != word:
        raise scan.unexpected(word)


def write(board: Board) -> str:
    return join([TITLE], [_line(cage) for cage in board.puzzle.cages])


def _line(cage: Cage) -> str:
    if cage.operation not in "+=":
        raise FormatError(f"{cage}: sums holds sums, found {cage.operation}")
    cells = " ".join(f"{row}{column}" for row, column in cage.cells)
    return f"sum {cage.target} of {cells}"
