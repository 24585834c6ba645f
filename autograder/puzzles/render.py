"""Boards as text, for terminals and messages, and as SVG images, for web pages and paper.

As text, an empty cell holds a dot, so that cells can be counted although there are no borders
inside a cage. An image is scalable and self-contained, and its title and description state its
content in words. Colours follow the reader's light or dark mode; printed images are black on white.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from operator import add

from autograder.puzzles.model import Board, Cage, Cell, Grid, Puzzle, cells_of, is_solution

CELL = 48
CLUE = 13
MARGIN = 8
"""The empty border around the grid, which separates adjacent images."""

COLOURS = {
    "paper": ("fill", "#ffffff", "#0d1117", "#ffffff"),
    "marks": ("fill", "#ffe9a8", "#4d3c00", "#e0e0e0"),
    "cells": ("stroke", "#c8cdd4", "#444c56", "#a0a0a0"),
    "cages": ("stroke", "#1f2328", "#d1d7e0", "#000000"),
    "clues": ("fill", "#1f2328", "#d1d7e0", "#000000"),
    "numbers": ("fill", "#0a4fa8", "#79b8ff", "#000000"),
    "stroke": ("stroke", "#1f2328", "#d1d7e0", "#000000"),
}
"""By class: the property and its colour in light mode, dark mode and print. There are no custom
properties: many converters to PDF or PNG do not know them and render everything black."""

SHAPES = {
    "cells": "fill:none;stroke-width:1",
    "cages": "fill:none;stroke-width:3;stroke-linecap:round;stroke-linejoin:round",
    "clues": f"font:{CLUE}px sans-serif",
    "numbers": "font:24px sans-serif;text-anchor:middle",
    "found": "font-size:18px",
    "right": "font-size:18px;font-weight:bold",
    "stroke": "stroke-width:1.5",
}


def _expected_grid(board: Board, expected: Grid | None) -> Grid:
    """Return the grid to compare a board with, which is its own by default.

    Raises:
        PuzzleError: `expected` is not a grid of the puzzle's size and numbers.
    """
    return board.grid if expected is None else Board(board.puzzle, expected).grid


BORDERS = "   └ │┌├ ┘─┴┐┤┬┼"
"""By the lines that meet in a point: the sum of 1 up, 2 right, 4 down, 8 left."""


def render_text(board: Board, expected: Grid | None = None) -> str:
    """Render lines of equal width, without a newline at the end.

    A number that differs from `expected` is followed by the expected one: `4≠3` is a 4 that should
    be a 3.

    Raises:
        PuzzleError: `expected` is not a grid of this puzzle's size and numbers.
    """
    expected = _expected_grid(board, expected)
    size = board.puzzle.size
    cage_of = {cell: cage for cage in board.puzzle.cages for cell in cage.cells}
    clues = {cage.cells[0]: cage.clue for cage in board.puzzle.cages}
    numbers = {cell: _text_number(board.grid, expected, cell) for cell in cage_of}
    longest = max(map(len, [*clues.values(), *numbers.values()]))
    width = max(5, longest) | 1  # Odd, so that a digit can be centred.
    lines = []
    for row in range(size):
        cells = [(row, column) for column in range(size)]
        left = [_left_of(cage_of, cell) for cell in cells]
        above = [clues.get(cell, "").ljust(width) for cell in cells]
        below = [numbers[cell].center(width) for cell in cells]
        lines.append(_text_border(cage_of, size, row, width))
        lines += ["".join(map(add, left, each)) + "│" for each in (above, below)]
    return "\n".join([*lines, _text_border(cage_of, size, size, width)])


def _text_border(cage_of: Mapping[Cell, Cage], size: int, row: int, width: int) -> str:
    """Render the border above a row; row `size` gives the border below the last row."""
    line = ""
    for column in range(size + 1):
        around = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
        before, above, here, below = (cage_of.get(cell) for cell in around)
        up, right, down, left = before != above, above != here, here != below, below != before
        line += BORDERS[up + 2 * right + 4 * down + 8 * left]
        if column < size:
            line += ("─" if right else " ") * width
    return line


def _left_of(cage_of: Mapping[Cell, Cage], cell: Cell) -> str:
    row, column = cell
    return "│" if cage_of.get((row, column - 1)) != cage_of[cell] else " "


def _text_number(grid: Grid, expected: Grid, cell: Cell) -> str:
    row, column = cell
    number, right = (str(each[row][column] or "·") for each in (grid, expected))
    return number if number == right else f"{number}≠{right}"


def render_svg(
    board: Board, expected: Grid | None = None, corners: Sequence[str] | None = None
) -> str:
    """Render an SVG document, always the same for the same board.

    A number that differs from `expected` is struck through, with the expected number next to it.
    `corners` are the texts in the corners of the cages, by default their clues.
    One page can hold several images: ids begin with a digest of the drawing, and styles apply only
    below that id.

    Raises:
        PuzzleError: `expected` is not a grid of this puzzle's size and numbers.
    """
    expected = _expected_grid(board, expected)
    drawing = _drawing(board, expected, corners)
    name = f"board-{sha256(drawing.encode()).hexdigest()[:12]}"
    return _document(
        board, expected, drawing, name, f"<style>\n{svg_style(f'#{name}')}\n</style>\n"
    )


def inline_svg(board: Board, expected: Grid | None, name: str) -> str:
    """Render an SVG element for a page, with this id.

    The page has the `svg_style` of its boards once.

    Raises:
        PuzzleError: as in `render_svg`.
    """
    expected = _expected_grid(board, expected)
    return _document(board, expected, _drawing(board, expected, None), name)


def _drawing(board: Board, expected: Grid, corners: Sequence[str] | None) -> str:
    corners = [cage.clue for cage in board.puzzle.cages] if corners is None else corners
    return "\n".join([*_lines(board, expected), *_texts(board, expected, corners)])


def _document(board: Board, expected: Grid, drawing: str, name: str, style: str = "") -> str:
    side = board.puzzle.size * CELL + 2 * MARGIN
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" id="{name}" width="{side}" height="{side}" \
viewBox="0 0 {side} {side}" role="img" aria-labelledby="{name}-title" \
aria-describedby="{name}-desc">
<title id="{name}-title">{_title(board, expected)}</title>
<desc id="{name}-desc">
{_description(board, expected)}
</desc>
{style}<rect class="paper" width="{side}" height="{side}"/>
{drawing}
</svg>
"""


def svg_style(selector: str) -> str:
    """Return the style sheet of the boards below a selector."""
    light, dark, printed = (
        [f"{selector} .{key}{{{values[0]}:{values[mode]}}}" for key, values in COLOURS.items()]
        for mode in (1, 2, 3)
    )
    shapes = [f"{selector} .{key}{{{shape}}}" for key, shape in SHAPES.items()]
    in_dark = ["@media (prefers-color-scheme:dark){", *dark, "}"]
    in_print = ["@media print{", *printed, "}"]
    return "\n".join([*shapes, *light, *in_dark, *in_print])


def _lines(board: Board, expected: Grid) -> Iterator[str]:
    size = board.puzzle.size
    end = _position(size)
    yield from _group(
        "marks",
        [
            f'<rect x="{_position(column)}" y="{_position(row)}" width="{CELL}" height="{CELL}"/>'
            for row, column in _differing(board, expected)
        ],
    )
    inner = range(1, size)
    horizontal = "".join(f"M{MARGIN} {_position(row)}H{end}" for row in inner)
    vertical = "".join(f"M{_position(column)} {MARGIN}V{end}" for column in inner)
    yield from _group("cells", [f'<path d="{horizontal}{vertical}"/>'] if size > 1 else [])
    frame = f"M{MARGIN} {MARGIN}H{end}V{end}H{MARGIN}Z"
    yield from _group("cages", [f'<path d="{frame}{"".join(_borders(board.puzzle))}"/>'])


def _borders(puzzle: Puzzle) -> Iterator[str]:
    """Render the borders between cages: above and left of their cells."""
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    for row, column in cells_of(puzzle.size):
        cage, start = cage_of[row, column], f"M{_position(column)} {_position(row)}"
        if row and cage_of[row - 1, column] != cage:
            yield f"{start}h{CELL}"
        if column and cage_of[row, column - 1] != cage:
            yield f"{start}v{CELL}"


def _group(name: str, elements: list[str]) -> list[str]:
    return [f'<g class="{name}">', *elements, "</g>"] if elements else []


def _texts(board: Board, expected: Grid, corners: Sequence[str]) -> Iterator[str]:
    yield from _group("clues", list(map(_corner, board.puzzle.cages, corners)))
    cells = cells_of(board.puzzle.size)
    yield from _group(
        "numbers", [text for cell in cells for text in _number(board, expected, cell)]
    )


def _number(board: Board, expected: Grid, cell: Cell) -> Iterator[str]:
    row, column = cell
    number, right = board.grid[row][column], expected[row][column]
    x, y = _position(column), _position(row) + 39
    if number == right:
        if number:
            yield f'<text x="{x + CELL // 2}" y="{y}">{number}</text>'
        return
    if number:
        yield f'<text class="found" x="{x + 13}" y="{y}">{number}</text>'
        yield f'<path class="stroke" d="M{x + 3} {y + 2}L{x + 23} {y - 16}"/>'
    if right:
        yield f'<text class="right" x="{x + 35}" y="{y}">{right}</text>'


def _corner(cage: Cage, text: str) -> str:
    """Render a text in the cage's first cell; a long one continues in the cage's next cells."""
    row, column = cage.cells[0]
    end = column + 1
    while (row, end) in cage.cells:
        end += 1
    # Fonts differ; most characters are narrower than 0.7 of their height.
    height = min(CLUE, round(((end - column) * CELL - 8) / 0.7 / max(len(text), 1), 1))
    smaller = f' font-size="{height}"' if height < CLUE else ""
    position = f'x="{_position(column) + 4}" y="{_position(row) + 15}"'
    return f"<text {position}{smaller}>{escape(text, quote=False)}</text>"


def _differing(board: Board, expected: Grid) -> list[Cell]:
    cells = cells_of(board.puzzle.size)
    return [
        (row, column) for row, column in cells if board.grid[row][column] != expected[row][column]
    ]


def _position(index: int) -> int:
    """Return the coordinate at which a row or column begins."""
    return MARGIN + index * CELL


def _title(board: Board, expected: Grid) -> str:
    size = board.puzzle.size
    title = f"Puzzle of size {size}"
    filled = sum(number > 0 for row in board.grid for number in row)
    if differing := len(_differing(board, expected)):
        return f"{title}, {differing} of {size * size} cells not as expected"
    if is_solution(board.puzzle, board.grid):
        return f"{title} with its solution"
    return f"{title}, {filled} of {size * size} cells filled in" if filled else title


def _description(board: Board, expected: Grid) -> str:
    relation = {"+": "add up to", "*": "multiply to", "-": "differ by", "/": "have the quotient"}
    lines = ["Cells are given as (row, column), both counted from 0 at the upper left."]
    for cage in board.puzzle.cages:
        verb = relation[cage.operation] if len(cage.cells) > 1 else "is"
        lines.append(f"{', '.join(map(str, cage.cells))} {verb} {cage.target}.")
    if any(map(any, board.grid)):
        for row, numbers in enumerate(board.grid):
            lines.append(f"Row {row}: {', '.join(str(n or 'empty') for n in numbers)}.")
    for row, column in _differing(board, expected):
        number, right = (grid[row][column] or "empty" for grid in (board.grid, expected))
        lines.append(f"({row}, {column}) is {number}, expected {right}.")
    return "\n".join(lines)
