"""Boards as SVG images, for pages and paper.

An image scales, needs nothing but itself, and says in words what it shows. Its colours follow the
reader's light or dark mode; what is printed is black on white.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from autograder.puzzles.model import Board, Cage, Cell, Grid, cells_of, is_solution

CELL = 48
CLUE = 13
MARGIN = 8
"""It keeps images apart that stand side by side."""

COLOURS = {
    "paper": ("fill", "#ffffff", "#0d1117", "#ffffff"),
    "marks": ("fill", "#ffe9a8", "#4d3c00", "#e0e0e0"),
    "cells": ("stroke", "#c8cdd4", "#444c56", "#a0a0a0"),
    "cages": ("stroke", "#1f2328", "#d1d7e0", "#000000"),
    "clues": ("fill", "#1f2328", "#d1d7e0", "#000000"),
    "numbers": ("fill", "#0a4fa8", "#79b8ff", "#000000"),
    "stroke": ("stroke", "#1f2328", "#d1d7e0", "#000000"),
}
"""By class: in light mode, dark mode, and print. Plain colours, as programs that turn SVG into PDF
or PNG often know no custom properties and would draw all in black."""

SHAPES = {
    "cells": "fill:none;stroke-width:1",
    "cages": "fill:none;stroke-width:3;stroke-linejoin:round",
    "clues": f"font:{CLUE}px sans-serif",
    "numbers": "font:24px sans-serif;text-anchor:middle",
    "found": "font-size:18px",
    "right": "font-size:18px;font-weight:bold",
    "stroke": "stroke-width:1.5",
}


def svg(board: Board, expected: Grid | None = None) -> str:
    """An image as text, the same bytes for the same board.

    Where the number in a cell is not the one of `expected`, it is struck through, and the expected
    one stands beside it. Images can stand in one page: ids begin with a digest of the drawing, and
    styles hold inside that id.

    Raises:
        PuzzleError: `expected` is no grid of this puzzle's size and numbers.
    """
    wanted = board.grid if expected is None else Board(board.puzzle, expected).grid
    side = board.puzzle.size * CELL + 2 * MARGIN
    drawing = "\n".join([*_lines(board, wanted), *_texts(board, wanted)])
    name = f"board-{sha256(drawing.encode()).hexdigest()[:12]}"
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" id="{name}" width="{side}" height="{side}" \
viewBox="0 0 {side} {side}" role="img" aria-labelledby="{name}-title" \
aria-describedby="{name}-desc">
<title id="{name}-title">{_title(board, wanted)}</title>
<desc id="{name}-desc">
{_description(board, wanted)}
</desc>
<style>
{_style(f"#{name}")}
</style>
<rect class="paper" width="{side}" height="{side}"/>
{drawing}
</svg>
"""


def outline(cage: Cage) -> list[list[Cell]]:
    """The corners of the lines around a cage, clockwise; a line around a hole runs anticlockwise.

    A corner (row, column) is the upper left one of that cell.
    """
    cells = set(cage.cells)
    sides: dict[Cell, list[Cell]] = {}
    for row, column in cage.cells:
        corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        for here, there, other in zip(corners, corners[1:] + corners[:1], beside, strict=True):
            if other not in cells:
                sides.setdefault(here, []).append(there)
    loops = []
    while any(sides.values()):
        loop = [min(corner for corner, ends in sides.items() if ends)]
        while len(loop) == 1 or loop[-1] != loop[0]:
            loop.append(sides[loop[-1]].pop())
        loops.append(_without_straight(loop[:-1]))
    return loops


def _without_straight(loop: list[Cell]) -> list[Cell]:
    return [
        corner
        for before, corner, after in zip(loop[-1:] + loop, loop, loop[1:] + loop[:1], strict=False)
        if before[0] != after[0] and before[1] != after[1]
    ]


def _style(drawing: str) -> str:
    light, dark, printed = (
        [f"{drawing} .{key}{{{values[0]}:{values[mode]}}}" for key, values in COLOURS.items()]
        for mode in (1, 2, 3)
    )
    shapes = [f"{drawing} .{key}{{{shape}}}" for key, shape in SHAPES.items()]
    in_dark = ["@media (prefers-color-scheme:dark){", *dark, "}"]
    in_print = ["@media print{", *printed, "}"]
    return "\n".join([*shapes, *light, *in_dark, *in_print])


def _lines(board: Board, wanted: Grid) -> Iterator[str]:
    size = board.puzzle.size
    end = _place(size)
    yield from _group(
        "marks",
        [
            f'<rect x="{_place(column)}" y="{_place(row)}" width="{CELL}" height="{CELL}"/>'
            for row, column in _differing(board, wanted)
        ],
    )
    inner = range(1, size)
    level = "".join(f"M{MARGIN} {_place(row)}H{end}" for row in inner)
    upright = "".join(f"M{_place(column)} {MARGIN}V{end}" for column in inner)
    yield from _group("cells", [f'<path d="{level}{upright}"/>'] if size > 1 else [])
    outlines = ("".join(map(_path, outline(cage))) for cage in board.puzzle.cages)
    yield from _group("cages", [f'<path d="{path}"/>' for path in outlines])


def _group(name: str, elements: list[str]) -> list[str]:
    return [f'<g class="{name}">', *elements, "</g>"] if elements else []


def _path(loop: list[Cell]) -> str:
    (row, column), *corners = loop
    steps = [f"M{_place(column)} {_place(row)}"]
    for to_row, to_column in corners:
        steps.append(f"H{_place(to_column)}" if to_row == row else f"V{_place(to_row)}")
        row = to_row
    return "".join([*steps, "Z"])


def _texts(board: Board, wanted: Grid) -> Iterator[str]:
    yield from _group("clues", [_clue(cage) for cage in board.puzzle.cages])
    cells = cells_of(board.puzzle.size)
    yield from _group("numbers", [text for cell in cells for text in _number(board, wanted, cell)])


def _number(board: Board, wanted: Grid, cell: Cell) -> Iterator[str]:
    row, column = cell
    number, right = board.grid[row][column], wanted[row][column]
    x, y = _place(column), _place(row) + 39
    if number == right:
        if number:
            yield f'<text x="{x + CELL // 2}" y="{y}">{number}</text>'
        return
    if number:
        yield f'<text class="found" x="{x + 13}" y="{y}">{number}</text>'
        yield f'<path class="stroke" d="M{x + 3} {y + 2}L{x + 23} {y - 16}"/>'
    if right:
        yield f'<text class="right" x="{x + 35}" y="{y}">{right}</text>'


def _clue(cage: Cage) -> str:
    """In the cage's first cell, and on into cells at its right where it is long."""
    row, column = cage.cells[0]
    end = column + 1
    while (row, end) in cage.cells:
        end += 1
    # Fonts differ; 0.7 of the height is wider than most make a character.
    height = min(CLUE, round(((end - column) * CELL - 8) / 0.7 / len(cage.clue), 1))
    smaller = f' font-size="{height}"' if height < CLUE else ""
    return f'<text x="{_place(column) + 4}" y="{_place(row) + 15}"{smaller}>{cage.clue}</text>'


def _differing(board: Board, wanted: Grid) -> list[Cell]:
    cells = cells_of(board.puzzle.size)
    return [
        (row, column) for row, column in cells if board.grid[row][column] != wanted[row][column]
    ]


def _place(count: int) -> int:
    """Where a row or column begins."""
    return MARGIN + count * CELL


def _title(board: Board, wanted: Grid) -> str:
    size = board.puzzle.size
    title = f"Puzzle of size {size}"
    filled = sum(number > 0 for row in board.grid for number in row)
    if differing := len(_differing(board, wanted)):
        return f"{title}, {differing} of {size * size} cells not as expected"
    if is_solution(board.puzzle, board.grid):
        return f"{title} with its solution"
    return f"{title}, {filled} of {size * size} cells filled in" if filled else title


def _description(board: Board, wanted: Grid) -> str:
    relation = {"+": "add up to", "*": "multiply to", "-": "differ by", "/": "have the quotient"}
    lines = ["Cells are given as (row, column), both counted from 0 at the upper left."]
    for cage in board.puzzle.cages:
        says = relation[cage.operation] if len(cage.cells) > 1 else "is"
        lines.append(f"{', '.join(map(str, cage.cells))} {says} {cage.target}.")
    if any(map(any, board.grid)):
        for row, numbers in enumerate(board.grid):
            lines.append(f"Row {row}: {', '.join(str(n or 'empty') for n in numbers)}.")
    for row, column in _differing(board, wanted):
        found, right = (grid[row][column] or "empty" for grid in (board.grid, wanted))
        lines.append(f"({row}, {column}) is {found}, expected {right}.")
    return "\n".join(lines)
