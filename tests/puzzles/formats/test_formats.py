"""Formats: what is written and read, detected, split, and refused on writing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Grid, Puzzle
from autograder.puzzles.formats import FormatError, detect, formats_of, read, split, write
from autograder.puzzles.formats.json_text import SHAPE
from autograder.puzzles.model import cells_of, empty_grid
from tests.puzzles.boards import empty, one_cage, rows
from tests.puzzles.strategies import puzzles

FORMATS = tuple(formats_of())

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
    ("kenken", empty(ONE), "1\na\na 1 =\n"),
    ("mathdoku", empty(ONE), "a\na 1 =\n"),
    ("ac3", empty(ONE), "1\nSingle 1 0,0\n"),
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
def test_written_read_and_detected(name: str, board: Board, text: str) -> None:
    assert write(board, name) == text
    assert read(text, name) == read(text) == board
    assert detect(text) == name


DETECTED = [
    ("2\n1 2\n2 1\n", "kenken"),
    ("1\n1\n", "kenken"),
    ("1\n1 1 =\n", "mathdoku"),
    ("12\n12\n1 3 +\n2 3 +\n", "mathdoku"),
    ('{"\n{"\n{ 3 +\n" 3 +\n', "mathdoku"),
    ("6:\n6:\n6 3 +\n: 3 +\n", "mathdoku"),
]


@pytest.mark.parametrize(("text", "name"), DETECTED)
def test_text_that_begins_like_another_format(text: str, name: str) -> None:
    assert detect(text) == name


def test_letters_are_those_of_the_text_in_its_order() -> None:
    board = read("2\n2 b\nGuess(x,1) b\nx 1 =\nb 3 +\n")
    by_letter = {letter: cage.clue for letter, cage in board.letters.items()}
    assert list(by_letter.items()) == [("x", "1"), ("b", "3+")]
    given = Cage("=", 2, ((0, 0),))
    assert board.puzzle.cages[0] == given
    assert board.grid == ((2, 0), (1, 0))


HOLDS = {
    "kenken": ((1, 6), "+-*/"),
    "calcudoku": ((5, 5), "+"),
    "mathdoku": ((1, 6), "+-*/"),
    "cages": ((6, 6), "+-*/"),
    "ac3": ((1, 6), "+-*/"),
    "json": ((1, 6), "+-*/"),
}


@settings(max_examples=30)
@given(st.data())
@pytest.mark.parametrize("name", FORMATS)
def test_round_trip(name: str, data: st.DataObject) -> None:
    sizes, operations = HOLDS[name]
    puzzle, solution = data.draw(puzzles(*sizes, operations))
    grid = solution if name in ("kenken", "json") else empty_grid(puzzle.size)
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


def results_of(text: str) -> list[Board | str]:
    """Each puzzle, or the error message in its place."""
    results: list[Board | str] = []
    for part in split(text):
        try:
            results.append(part.read())
        except FormatError as error:
            results.append(str(error))
    return results


def test_faulty_puzzle_does_not_stop_the_rest() -> None:
    lines = [write(empty(THREE), "json"), "\n", '{"size": 2}\n', "rubbish\n"]
    lines.append(write(empty(ONE), "json"))
    assert results_of("".join(lines)) == [
        empty(THREE),
        f"line 3: expected {SHAPE}",
        "line 4, column 1: expected value, found rubbish",
        empty(ONE),
    ]
    with pytest.raises(FormatError, match=r"^line 2, column 1: expected one puzzle, found "):
        read(json.dumps(json.loads(lines[0])) + "\n{}", "json")


FILLED_IN = Board(one_cage(6, "+", 126), ((1, 2, *[0] * 4), *[(0,) * 6] * 5))
REFUSED_ON_WRITING = [
    ("ac3", FILLED_IN, "ac3 cannot hold filled-in numbers, found 2"),
    ("calcudoku", empty(rows(3)), "calcudoku holds puzzles of size 5 only, found 3"),
    (
        "calcudoku",
        empty(one_cage(5, "*", 120)),
        "the cage 120* at (0, 0): calcudoku holds sums of two cells or more, found *",
    ),
    (
        "mathdoku",
        empty(one_cage(16, "*", 2**330)),
        "the cage at (0, 0): mathdoku holds targets of at most 99 digits, found 100",
    ),
]


@pytest.mark.parametrize(("name", "board", "message"), REFUSED_ON_WRITING)
def test_what_a_format_cannot_hold_is_refused(name: str, board: Board, message: str) -> None:
    with pytest.raises(FormatError) as error:
        write(board, name)
    assert str(error.value) == message
