"""SVG images: lines, numbers and descriptions, compared with the puzzle."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from autograder.puzzles import Board, Cell, Grid
from autograder.puzzles.model import cells_of
from autograder.puzzles.render import render_svg
from tests.puzzles.boards import empty
from tests.puzzles.render.boards_to_draw import (
    SOLVED_THREE,
    THREE,
    WRONG_THREE,
    boards,
)

SIDE = 48
MARGIN = 8


def parsed(image: str) -> ElementTree.Element:
    return ElementTree.fromstring(re.sub(' xmlns="[^"]+"', "", image, count=1))


def text(element: ElementTree.Element | None) -> str:
    assert element is not None
    assert element.text
    return element.text


def cell_of(element: ElementTree.Element) -> Cell:
    return (int(element.attrib["y"]) - MARGIN) // SIDE, (int(element.attrib["x"]) - MARGIN) // SIDE


def texts(image: str, group: str) -> list[tuple[Cell, str]]:
    return [(cell_of(e), text(e)) for e in parsed(image).findall(f"g[@class='{group}']/text")]


CAGES = """\
Cells are given as (row, column), both counted from 0 at the upper left.
(0, 0), (1, 0), (1, 1) multiply to 6.
(0, 1), (0, 2) differ by 1.
(1, 2), (2, 2) have the quotient 2.
(2, 0), (2, 1) add up to 4.
"""

DESCRIPTIONS = {
    "puzzle": (empty(THREE), None, "Puzzle of size 3", CAGES),
    "difference": (
        Board(THREE, WRONG_THREE),
        SOLVED_THREE,
        "Puzzle of size 3, 3 of 9 cells not as expected",
        f"""\
{CAGES}Row 0: 1, 2, 3.
Row 1: 2, 1, 3.
Row 2: empty, 1, 2.
(1, 1) is 1, expected 3.
(1, 2) is 3, expected 1.
(2, 0) is empty, expected 3.
""",
    ),
}


@pytest.mark.parametrize(
    ("board", "expected", "title", "description"), DESCRIPTIONS.values(), ids=DESCRIPTIONS
)
def test_description_for_screen_readers(
    board: Board, expected: Grid | None, title: str, description: str
) -> None:
    image = parsed(render_svg(board, expected))
    assert image.attrib["role"] == "img"
    assert image[0].attrib["id"] == image.attrib["aria-labelledby"]
    assert image[1].attrib["id"] == image.attrib["aria-describedby"]
    assert text(image.find("title")) == title
    assert text(image.find("desc")).lstrip("\n") == description


@settings(max_examples=30)
@given(boards())
def test_borders_are_between_cages_and_nowhere_else(board: Board) -> None:
    path = parsed(render_svg(board)).find("g[@class='cages']/path")
    assert path is not None
    drawn = re.findall(r"M(\d+) (\d+)([hv])48", path.attrib["d"])
    cage_of = {cell: cage for cage in board.puzzle.cages for cell in cage.cells}
    cells = [(x, y, direction) for y, x in cage_of for direction in "hv"]
    right = {
        (str(MARGIN + SIDE * x), str(MARGIN + SIDE * y), direction)
        for x, y, direction in cells
        for other in [(y - 1, x) if direction == "h" else (y, x - 1)]
        if other in cage_of and cage_of[other] != cage_of[y, x]
    }
    assert len(drawn) == len(right)
    assert set(drawn) == right


@settings(max_examples=30)
@given(boards())
def test_clues_and_numbers_are_in_their_cells(board: Board) -> None:
    image = render_svg(board)
    assert texts(image, "clues") == [(cage.cells[0], cage.clue) for cage in board.puzzle.cages]
    assert texts(image, "numbers") == [
        (cell, str(number))
        for cell, number in zip(cells_of(board.puzzle.size), sum(board.grid, ()), strict=True)
        if number
    ]


def test_image_is_self_contained() -> None:
    image = render_svg(Board(THREE, WRONG_THREE), SOLVED_THREE)
    assert re.findall(r"\w+://\S+", image) == ['http://www.w3.org/2000/svg"']
    assert not re.search(r"href|url\(|@import|@font-face|<script|\son\w+=", image)
