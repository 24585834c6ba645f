"""Boards as text: borders between cages, clues in their corners, numbers in the cells.

An empty cell holds a dot, so that cells can be counted although there are no borders inside a cage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import add

from autograder.puzzles.model import Board, Cage, Cell, Grid


@dataclass(frozen=True)
class _Characters:
    """The characters of a drawing.

    `lines` is indexed by the lines that meet in a point: the sum of 1 up, 2 right, 4 down, 8 left.
    """

    lines: str
    empty: str
    differs: str

    @property
    def vertical(self) -> str:
        return self.lines[1 + 4]

    @property
    def horizontal(self) -> str:
        return self.lines[2 + 8]


BOX = _Characters("   └ │┌├ ┘─┴┐┤┬┼", "·", "≠")
ASCII = _Characters("   + |++ +-+++++", ".", "!=")


def render_text(board: Board, expected: Grid | None = None, encoding: str = "utf-8") -> str:
    """Render lines of equal width, without a newline at the end.

    A number that differs from `expected` is followed by the expected one: `4≠3` is a 4 that should
    be a 3. If `encoding` lacks a character that is needed, the drawing is in ASCII.

    Raises:
        PuzzleError: `expected` is not a grid of this puzzle's size and numbers.
    """
    expected = board.grid if expected is None else Board(board.puzzle, expected).grid
    drawing = _drawing(board, expected, BOX)
    try:
        drawing.encode(encoding)
    except UnicodeEncodeError:
        return _drawing(board, expected, ASCII)
    return drawing


def _drawing(board: Board, expected: Grid, chars: _Characters) -> str:
    size = board.puzzle.size
    cage_of = {cell: cage for cage in board.puzzle.cages for cell in cage.cells}
    clues = {cage.cells[0]: cage.clue for cage in board.puzzle.cages}
    numbers = {cell: _number(board.grid, expected, cell, chars) for cell in cage_of}
    longest = max(map(len, [*clues.values(), *numbers.values()]))
    width = max(5, longest) | 1  # Odd, so that a digit can be centred.
    lines = []
    for row in range(size):
        cells = [(row, column) for column in range(size)]
        left = [_left_of(cage_of, cell, chars) for cell in cells]
        above = [clues.get(cell, "").ljust(width) for cell in cells]
        below = [numbers[cell].center(width) for cell in cells]
        lines.append(_border(cage_of, size, row, width, chars))
        lines += ["".join(map(add, left, each)) + chars.vertical for each in (above, below)]
    return "\n".join([*lines, _border(cage_of, size, size, width, chars)])


def _border(
    cage_of: Mapping[Cell, Cage], size: int, row: int, width: int, chars: _Characters
) -> str:
    """Render the border above a row; row `size` gives the border below the last row."""
    line = ""
    for column in range(size + 1):
        around = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
        before, above, here, below = (cage_of.get(cell) for cell in around)
        up, right, down, left = before != above, above != here, here != below, below != before
        line += chars.lines[up + 2 * right + 4 * down + 8 * left]
        if column < size:
            line += (chars.horizontal if right else " ") * width
    return line


def _left_of(cage_of: Mapping[Cell, Cage], cell: Cell, chars: _Characters) -> str:
    row, column = cell
    return chars.vertical if cage_of.get((row, column - 1)) != cage_of[cell] else " "


def _number(grid: Grid, expected: Grid, cell: Cell, chars: _Characters) -> str:
    row, column = cell
    number, right = (str(g[row][column] or chars.empty) for g in (grid, expected))
    return number if number == right else f"{number}{chars.differs}{right}"
