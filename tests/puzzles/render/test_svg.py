"""SVG images: lines, numbers and descriptions, compared with the puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Cell, Grid, Puzzle, PuzzleError
from autograder.puzzles.model import cells_of, empty_grid
from autograder.puzzles.render.svg import outline, render_svg
from tests.puzzles.boards import empty
from tests.puzzles.render.boards_to_draw import (
    SOLVED_THREE,
    THREE,
    TWO,
    WRONG_THREE,
    boards,
    differences,
)

SIDE = 48
MARGIN = 8
RING = Cage("+", 8, tuple(cell for cell in cells_of(3) if cell != (1, 1)))


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


def corners(path: str) -> list[list[Cell]]:
    """Return the corners of the closed lines of a path, as (y, x)."""
    loops: list[list[Cell]] = []
    for command, numbers in re.findall(r"([MHVZ])([\d ]*)", path):
        if command == "M":
            x, y = map(int, numbers.split())
            loops.append([(y, x)])
        elif command != "Z":
            y, x = loops[-1][-1]
            loops[-1].append((y, int(numbers)) if command == "H" else (int(numbers), x))
    assert path == "".join(re.findall(r"M\d+ \d+(?:[HV]\d+)+Z", path))
    return loops


def area(loop: list[Cell]) -> float:
    """Return the area by the shoelace formula, positive for a loop that is clockwise on screen."""
    return sum(x * v - u * y for (y, x), (v, u) in pairwise([*loop, loop[0]])) / 2


def test_lines_of_a_puzzle() -> None:
    image = parsed(render_svg(empty(THREE)))
    assert image.attrib["viewBox"] == "0 0 160 160"
    assert (image.attrib["width"], image.attrib["height"]) == ("160", "160")
    assert [path.attrib["d"] for path in image.findall("g[@class='cages']/path")] == [
        "M8 8H56V56H104V104H8Z",
        "M56 8H152V56H56Z",
        "M104 56H152V152H104Z",
        "M8 104H104V152H8Z",
    ]
    assert [path.attrib["d"] for path in image.findall("g[@class='cells']/path")] == [
        "M8 56H152M8 104H152M56 8V152M104 8V152"
    ]
    assert image.findall("g[@class='marks']") == []


def test_texts_of_a_partial_state() -> None:
    image = render_svg(Board(THREE, WRONG_THREE))
    assert texts(image, "clues") == [
        ((0, 0), "6*"),
        ((0, 1), "1-"),
        ((1, 2), "2/"),
        ((2, 0), "4+"),
    ]
    assert texts(image, "numbers") == [
        ((0, 0), "1"),
        ((0, 1), "2"),
        ((0, 2), "3"),
        ((1, 0), "2"),
        ((1, 1), "1"),
        ((1, 2), "3"),
        ((2, 1), "1"),
        ((2, 2), "2"),
    ]


def test_one_cell_has_no_lines_inside() -> None:
    image = parsed(render_svg(empty(Puzzle(1, (Cage("=", 1, ((0, 0),)),)))))
    assert image.findall("g[@class='cells']") == []
    assert len(image.findall("g[@class='cages']/path")) == 1


CAGES = """\
Cells are given as (row, column), both counted from 0 at the upper left.
(0, 0), (1, 0), (1, 1) multiply to 6.
(0, 1), (0, 2) differ by 1.
(1, 2), (2, 2) have the quotient 2.
(2, 0), (2, 1) add up to 4.
"""

DESCRIPTIONS = {
    "puzzle": (empty(THREE), None, "Puzzle of size 3", CAGES),
    "partial": (
        Board(THREE, WRONG_THREE),
        None,
        "Puzzle of size 3, 8 of 9 cells filled in",
        f"{CAGES}Row 0: 1, 2, 3.\nRow 1: 2, 1, 3.\nRow 2: empty, 1, 2.\n",
    ),
    "solution": (
        Board(THREE, SOLVED_THREE),
        None,
        "Puzzle of size 3 with its solution",
        f"{CAGES}Row 0: 1, 2, 3.\nRow 1: 2, 3, 1.\nRow 2: 3, 1, 2.\n",
    ),
    "full, but no solution": (
        Board(TWO, ((1, 2), (1, 2))),
        None,
        "Puzzle of size 2, 4 of 4 cells filled in",
        """\
Cells are given as (row, column), both counted from 0 at the upper left.
(0, 0) is 1.
(0, 1) is 2.
(1, 0), (1, 1) add up to 3.
Row 0: 1, 2.
Row 1: 1, 2.
""",
    ),
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


def test_outline_of_a_ring_has_two_lines() -> None:
    assert outline(RING) == [
        [(0, 0), (0, 3), (3, 3), (3, 0)],
        [(1, 1), (2, 1), (2, 2), (1, 2)],
    ]


def test_outline_of_a_cage_that_touches_itself_at_a_corner() -> None:
    """Around the middle and the lower right cell, which are in other cages."""
    cells = [cell for cell in cells_of(3) if cell not in {(1, 1), (2, 2)}]
    assert sum(map(area, outline(Cage("+", 9, tuple(cells))))) == 7


@given(boards())
def test_an_outline_for_each_cage_holds_its_cells(board: Board) -> None:
    """Every side of an outline is between a cell of the cage and one that is not of it."""
    paths = parsed(render_svg(board)).findall("g[@class='cages']/path")
    for path, cage in zip(paths, board.puzzle.cages, strict=True):
        loops = corners(path.attrib["d"])
        assert sum(map(area, loops)) == len(cage.cells) * SIDE**2
        assert sorted(sides(loops)) == sorted(
            side for cell in cage.cells for side in borders(cell, cage)
        )


Side = tuple[tuple[float, float], bool]
"""The middle of a cell's side, rows first, and whether it is upright."""


def sides(loops: list[list[Cell]]) -> Iterator[Side]:
    for loop in loops:
        for start, end in pairwise([*loop, loop[0]]):
            (top, left), (bottom, right) = sorted([start, end])
            upright = left == right
            for at in range(top if upright else left, bottom if upright else right, SIDE):
                y, x = (at + SIDE / 2, left) if upright else (top, at + SIDE / 2)
                yield ((y - MARGIN) / SIDE, (x - MARGIN) / SIDE), upright


def borders(cell: Cell, cage: Cage) -> Iterator[Side]:
    row, column = cell
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        if (row + down, column + right) not in cage.cells:
            yield (row + 0.5 + down / 2, column + 0.5 + right / 2), down == 0


@given(boards())
def test_clues_and_numbers_are_in_their_cells(board: Board) -> None:
    image = render_svg(board)
    assert texts(image, "clues") == [(cage.cells[0], cage.clue) for cage in board.puzzle.cages]
    assert texts(image, "numbers") == [
        (cell, str(number))
        for cell, number in zip(cells_of(board.puzzle.size), sum(board.grid, ()), strict=True)
        if number
    ]


@given(differences())
def test_both_numbers_are_shown_where_they_differ(case: tuple[Board, Grid]) -> None:
    board, expected = case
    root = parsed(render_svg(board, expected))
    marked = [cell_of(mark) for mark in root.findall("g[@class='marks']/rect")]
    found, right, same = (
        {cell_of(e): int(text(e)) for e in root.findall("g[@class='numbers']/text") if is_kind(e)}
        for is_kind in (
            lambda e: e.get("class") == "found",
            lambda e: e.get("class") == "right",
            lambda e: "class" not in e.attrib,
        )
    )
    strokes = root.findall("g[@class='numbers']/path[@class='stroke']")
    assert len(strokes) == len(found)
    for row, column in cells_of(board.puzzle.size):
        cell, number, wanted = (row, column), board.grid[row][column], expected[row][column]
        assert (cell in marked) is (number != wanted)
        shown = same.get(cell, 0), found.get(cell, 0), right.get(cell, 0)
        assert shown == ((number, 0, 0) if number == wanted else (0, number, wanted))


def test_a_number_is_struck_through_where_it_stands() -> None:
    """The number in the left half of the cell (1, 1), the expected one in the right half."""
    root = parsed(render_svg(Board(THREE, WRONG_THREE), SOLVED_THREE))
    number = root.findall("g[@class='numbers']/text[@class='found']")[0]
    right = root.findall("g[@class='numbers']/text[@class='right']")[0]
    stroke = root.findall("g[@class='numbers']/path")[0].attrib["d"]
    x0, y0, x1, y1 = map(int, re.findall(r"\d+", stroke))
    assert 56 < x0 < int(number.attrib["x"]) < x1 < 80 < int(right.attrib["x"]) < 104
    assert 56 < y1 < int(number.attrib["y"]) < y0 < 104


def test_grid_of_another_size_is_refused() -> None:
    with pytest.raises(PuzzleError) as error:
        render_svg(empty(TWO), SOLVED_THREE)
    assert str(error.value) == "the grid must have 2 rows and columns, as its puzzle has"


def test_long_clues_are_smaller_in_narrow_cages() -> None:
    """A column of 9 cells leaves its clue 40 units: 7 characters of 0.7 x 8.2 each."""
    columns = tuple(Cage("*", 362880, tuple((row, c) for row in range(9))) for c in range(9))
    rows = tuple(Cage("*", 362880, tuple((r, column) for column in range(9))) for r in range(9))
    down, along = (
        {e.get("font-size") for e in parsed(render_svg(empty(Puzzle(9, cages)))).findall(".//text")}
        for cages in (columns, rows)
    )
    assert (down, along) == ({"8.2"}, {None})


def test_images_in_one_page_do_not_interfere() -> None:
    images = [render_svg(Board(THREE, grid)) for grid in (empty_grid(3), SOLVED_THREE)]
    images += [render_svg(Board(THREE, SOLVED_THREE), WRONG_THREE), render_svg(empty(TWO))]
    ids = [e.attrib["id"] for image in images for e in parsed(image).iter() if "id" in e.attrib]
    assert len(set(ids)) == len(ids) == 3 * len(images)
    for image in images:
        own = parsed(image).attrib["id"]
        style = text(parsed(image).find("style"))
        for rule in re.findall(r"^.+\{.+\}$", style, re.MULTILINE):
            assert rule.startswith(f"#{own} .")


@given(boards(), st.data())
def test_same_board_gives_the_same_bytes(board: Board, data: st.DataObject) -> None:
    """The order of cages and cells does not matter."""
    cages = [
        Cage(cage.operation, cage.target, tuple(data.draw(st.permutations(cage.cells))))
        for cage in data.draw(st.permutations(board.puzzle.cages))
    ]
    again = Board(Puzzle(board.puzzle.size, tuple(cages)), board.grid)
    assert render_svg(again).encode("ascii") == render_svg(board).encode("ascii")


def test_image_is_self_contained() -> None:
    image = render_svg(Board(THREE, WRONG_THREE), SOLVED_THREE)
    assert re.findall(r"\w+://\S+", image) == ['http://www.w3.org/2000/svg"']
    assert not re.search(r"href|url\(|@import|@font-face|<script|\son\w+=", image)
