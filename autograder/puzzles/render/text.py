"""Boards as text: lines between cages, clues in their corners, numbers in the cells.

All that a drawing tells can be seen without colour. A cell that is empty holds a dot, so cells can
be counted although no line is drawn inside a cage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.text import Text

from autograder.puzzles.model import Board, Cage, Cell, Grid

Piece = tuple[str, str]
"""A text with its style, as rich names styles."""


@dataclass(frozen=True)
class _Signs:
    """`lines` are by the lines that meet in a point: 1 up, 2 right, 4 down, 8 left, added up."""

    lines: str
    empty: str
    differs: str

    @property
    def upright(self) -> str:
        return self.lines[1 + 4]

    @property
    def level(self) -> str:
        return self.lines[2 + 8]


BOX = _Signs("   └ │┌├ ┘─┴┐┤┬┼", "·", "≠")
ASCII = _Signs("   + |++ +-+++++", ".", "!=")


def draw(board: Board, expected: Grid | None = None, encoding: str = "utf-8") -> str:
    """A drawing in lines of one width, without a newline at the end.

    Where the number in a cell is not the one of `expected`, both are there: `4≠3` is a 4 that
    ought to be a 3. If `encoding` lacks a character that is needed, the drawing is in ASCII.

    Raises:
        PuzzleError: `expected` is no grid of this puzzle's size and numbers.
    """
    return "".join(text for text, _ in _pieces(board, expected, encoding))


def draw_in_colour(board: Board, expected: Grid | None = None, encoding: str = "utf-8") -> Text:
    """The same characters with styles. Print it with `soft_wrap=True`, or rich breaks its lines.

    Raises:
        PuzzleError: `expected` is no grid of this puzzle's size and numbers.
    """
    return Text.assemble(*_pieces(board, expected, encoding))


def _pieces(board: Board, expected: Grid | None, encoding: str) -> list[Piece]:
    wanted = board if expected is None else Board(board.puzzle, expected)
    pieces = list(_drawing(board, wanted.grid, BOX))
    try:
        "".join(text for text, _ in pieces).encode(encoding)
    except UnicodeEncodeError:
        pieces = list(_drawing(board, wanted.grid, ASCII))
    return pieces


def _drawing(board: Board, wanted: Grid, signs: _Signs) -> Iterator[Piece]:
    size = board.puzzle.size
    cage_of = {cell: cage for cage in board.puzzle.cages for cell in cage.cells}
    clues = {cage.cells[0]: (cage.clue, "cyan") for cage in board.puzzle.cages}
    numbers = {cell: _number(board.grid, wanted, cell, signs) for cell in cage_of}
    longest = max(len(text) for text, _ in [*clues.values(), *numbers.values()])
    width = max(5, longest) | 1  # Odd, so that a digit has a middle to stand in.
    for row in range(size):
        yield f"{_border(cage_of, size, row, width, signs)}\n", ""
        for column in range(size):
            text, style = clues.get((row, column), ("", ""))
            yield _left_of(cage_of, row, column, signs)
            yield text.ljust(width), style
        yield f"{signs.upright}\n", ""
        for column in range(size):
            text, style = numbers[row, column]
            yield _left_of(cage_of, row, column, signs)
            yield text.center(width), style
        yield f"{signs.upright}\n", ""
    yield _border(cage_of, size, size, width, signs), ""


def _border(cage_of: Mapping[Cell, Cage], size: int, row: int, width: int, signs: _Signs) -> str:
    """The line above a row; `size` is the row below the last."""
    line = ""
    for column in range(size + 1):
        around = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
        before, above, here, below = (cage_of.get(cell) for cell in around)
        up, right, down, left = before != above, above != here, here != below, below != before
        line += signs.lines[up + 2 * right + 4 * down + 8 * left]
        if column < size:
            line += (signs.level if right else " ") * width
    return line


def _left_of(cage_of: Mapping[Cell, Cage], row: int, column: int, signs: _Signs) -> Piece:
    apart = cage_of.get((row, column - 1)) != cage_of[row, column]
    return (signs.upright if apart else " "), ""


def _number(grid: Grid, wanted: Grid, cell: Cell, signs: _Signs) -> Piece:
    row, column = cell
    found, right = (str(g[row][column] or signs.empty) for g in (grid, wanted))
    if found != right:
        return f"{found}{signs.differs}{right}", "bold red"
    return found, "dim" if found == signs.empty else "bold"
