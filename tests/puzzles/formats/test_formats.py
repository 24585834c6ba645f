"""Formats: what is written and read, what is refused on writing, and which format a text is in."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Grid, Puzzle
from autograder.puzzles.formats import FormatError, detect, format_names, read, read_all, write
from autograder.puzzles.model import cells_of, empty_grid
from tests.puzzles.boards import empty, one_cage, rows
from tests.puzzles.strategies import puzzles

FORMATS = format_names()

# a a b
# c d b
# c e e
THREE = Puzzle(
    3,
    (
        Cage("/", 2, ((0, 0), (0, 1))),
        Cage("-", 2, ((0, 2), (1, 2))),
        Cage("*", 6, ((1, 0), (2, 0))),
        Cage("=", 3, ((1, 1),)),
        Cage("+", 3, ((2, 1), (2, 2))),
    ),
)
BEGUN = ((1, 0, 0), (0, 3, 0), (0, 0, 0))
CONSTRAINTS = "a 2 /\nb 2 -\nc 6 *\nd 3 =\ne 3 +\n"


FIVE = Puzzle(
    5,
    (
        *rows(5).cages[1:],
        Cage("+", 13, ((0, 0), (0, 1), (0, 2))),
        Cage("=", 2, ((0, 3),)),
        Cage("=", 5, ((0, 4),)),
    ),
)
SIX = Puzzle(
    6,
    (
        *rows(6).cages[1:],
        Cage("=", 1, ((0, 0),)),
        Cage("/", 2, ((0, 1), (0, 2))),
        Cage("-", 2, ((0, 3), (0, 4))),
        Cage("*", 6, ((0, 5),)),
    ),
)
ONE = Puzzle(1, (Cage("=", 1, ((0, 0),)),))


WRITTEN = [
    ("kenken", empty(THREE), f"3\na a b\nc d b\nc e e\n{CONSTRAINTS}"),
    (
        "kenken",
        Board(THREE, BEGUN),
        f"3\nGuess(a,1) a b\nc Guess(d,3) b\nc e e\n{CONSTRAINTS}",
    ),
    (
        "calcudoku",
        empty(FIVE),
        "7\n13 3 0 1 2\n2 1 3\n5 1 4\n5 5 5 6 7 8 9\n5 5 10 11 12 13 14\n"
        "5 5 15 16 17 18 19\n5 5 20 21 22 23 24\n",
    ),
    ("mathdoku", empty(THREE), f"aab\ncdb\ncee\n{CONSTRAINTS}"),
    (
        "cages",
        empty(SIX),
        "cage(id, 1, [[0, 0]]).\ncage(div, 2, [[0, 1], [0, 2]]).\ncage(sub, 2, [[0, 3], [0, 4]]).\n"
        "cage(mult, 6, [[0, 5]]).\n"
        + "".join(
            f"cage(add, 6, [[{r}, 0], [{r}, 1], [{r}, 2], [{r}, 3], [{r}, 4], [{r}, 5]]).\n"
            for r in range(1, 6)
        ),
    ),
    (
        "ac3",
        empty(THREE),
        "3\nDiv 2 0,0 0,1\nSub 2 0,2 1,2\nMul 6 1,0 2,0\nSingle 3 1,1\nAdd 3 2,1 2,2\n",
    ),
    ("keen", empty(THREE), "3:a_3aa_a_,d2s2m6a3a3\n"),
    ("kenken", empty(ONE), "1\na\na 1 =\n"),
    ("mathdoku", empty(ONE), "a\na 1 =\n"),
    ("ac3", empty(ONE), "1\nSingle 1 0,0\n"),
    ("keen", empty(ONE), "1:_,a1\n"),
    (
        "json",
        empty(ONE),
        '{"size": 1, "cages": [{"operation": "=", "target": 1, "cells": [[0, 0]]}]}\n',
    ),
    (
        "json",
        Board(ONE, ((1,),)),
        '{"size": 1, "cages": [{"operation": "=", "target": 1, "cells": [[0, 0]]}], '
        '"grid": [[1]]}\n',
    ),
]


@pytest.mark.parametrize(("name", "board", "text"), WRITTEN)
def test_write(name: str, board: Board, text: str) -> None:
    assert write(board, name) == text


@pytest.mark.parametrize(("name", "board", "text"), WRITTEN)
def test_read(name: str, board: Board, text: str) -> None:
    assert read(text, name) == board
    assert read_all(text, name) == [board]
    assert detect(text) == name
    assert read(text) == board


def test_formats_of_assignments_come_first() -> None:
    assert FORMATS == ("ac3", "cages", "calcudoku", "kenken", "mathdoku", "keen", "json")


@dataclass(frozen=True)
class Holds:
    """The puzzles that a format can hold."""

    sizes: tuple[int, int] = (1, 6)
    operations: str = "+-*/"
    filled_in: bool = False


HOLDS = {
    "kenken": Holds(filled_in=True),
    "calcudoku": Holds((5, 5), "+"),
    "mathdoku": Holds(),
    "cages": Holds((6, 6)),
    "ac3": Holds(),
    "keen": Holds(),
    "json": Holds(filled_in=True),
}


@settings(max_examples=30)
@given(st.data())
@pytest.mark.parametrize("name", FORMATS)
def test_round_trip(name: str, data: st.DataObject) -> None:
    holds = HOLDS[name]
    puzzle, solution = data.draw(puzzles(*holds.sizes, holds.operations))
    grid = solution if holds.filled_in else empty_grid(puzzle.size)
    for cell in data.draw(st.sets(st.sampled_from(cells_of(puzzle.size)))):
        grid = without(grid, cell)
    board = Board(puzzle, grid)
    text = write(board, name)
    assert read(text, name) == board
    assert detect(text) == name
    assert text.endswith("\n")
    for variant in ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        assert read(variant) == board


def without(grid: Grid, cell: tuple[int, int]) -> Grid:
    return tuple(
        tuple(0 if (row, column) == cell else number for column, number in enumerate(numbers))
        for row, numbers in enumerate(grid)
    )


@settings(max_examples=20)
@given(puzzles(7, 9, max_cage=20))
def test_round_trip_of_large_cages(drawn: tuple[Puzzle, Grid]) -> None:
    board = Board(drawn[0], drawn[1])
    assert read(write(board, "json")) == board
    assert read(write(board, "kenken")) == board


@pytest.mark.parametrize("size", [2, 5, 6, 9, 16])
@pytest.mark.parametrize("name", ["kenken", "mathdoku", "ac3", "keen", "json"])
def test_round_trip_of_rows_and_whole_squares(name: str, size: int) -> None:
    for puzzle in (rows(size), one_cage(size, "+", size * size)):
        assert read(write(empty(puzzle), name)).puzzle == puzzle


@pytest.mark.parametrize("operation", "+*")
@pytest.mark.parametrize("name", ["kenken", "mathdoku", "ac3", "json"])
def test_sums_and_products_of_one_cell_stay_what_they_are(name: str, operation: str) -> None:
    puzzle = one_cage(1, operation, 1)
    assert read(write(empty(puzzle), name)).puzzle == puzzle


def test_numbers_that_are_given_are_cages_and_filled_in() -> None:
    text = "2\n2 a\nGuess(b,1) a\na 3 +\nb 1 =\n"
    cages = (Cage("=", 2, ((0, 0),)), Cage("+", 3, ((0, 1), (1, 1))), Cage("=", 1, ((1, 0),)))
    assert read(text) == Board(Puzzle(2, cages), ((2, 0), (1, 0)))


@pytest.mark.parametrize("name", ["keen", "json"])
def test_several_puzzles(name: str) -> None:
    boards = [empty(THREE), empty(ONE), empty(THREE)]
    text = "\n".join(write(board, name) for board in boards)
    assert read_all(text) == read_all(f"\n {text} \n\n", name) == boards
    assert read_all(" \n", name) == []
    with pytest.raises(FormatError) as error:
        read(text)
    assert str(error.value) == "line 3, column 1: expected one puzzle, found another"


@pytest.mark.parametrize("name", ["keen", "json"])
def test_a_fault_in_the_second_puzzle_is_reported_with_its_line(name: str) -> None:
    second = write(empty(THREE), name).replace("3", "9", 1)
    with pytest.raises(FormatError) as error:
        read_all(f"{write(empty(ONE), name)}\n{second}", name)
    assert error.value.line == 3


def test_json_in_any_layout() -> None:
    text = """{
        "grid": [[1, 0], [0,
                  0]],"size":2
        , "cages" : [
            {"cells": [[1, 1], [1, 0], [0, 1], [0, 0]], "target": 6, "operation": "+"}
        ]
    }"""
    board = Board(one_cage(2, "+", 6), ((1, 0), (0, 0)))
    assert read(text) == board
    assert read_all(f"{text}\r\n\r\n{text}") == [board, board]


def test_json_accepts_an_empty_grid() -> None:
    text = write(empty(ONE), "json").replace("]}]", ']}], "grid": [[0]]')
    assert read(text) == empty(ONE)
