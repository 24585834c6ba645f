"""Layouts: other texts of the same puzzle, in tables where possible."""

from __future__ import annotations

import pytest

from autograder.puzzles import Cage, Puzzle
from autograder.puzzles.formats import FormatError, formats_of
from autograder.puzzles.layout import Layout, lay_out
from autograder.puzzles.rng import SeededRandom

SMALL = Puzzle(
    3,
    (
        Cage("*", 6, ((0, 0), (0, 1))),
        Cage("-", 1, ((0, 2), (1, 2))),
        Cage("-", 1, ((1, 0), (2, 0))),
        Cage("+", 7, ((1, 1), (2, 1), (2, 2))),
    ),
)
SOLUTION = ((3, 2, 1), (1, 3, 2), (2, 1, 3))


def laid_out(name: str, layout: Layout) -> str:
    return lay_out(SMALL, SOLUTION, formats_of()[name], layout, SeededRandom("layout"))


PLAIN_KENKEN = "3\na a b\nc d b\nc d d\na 6 *\nb 1 -\nc 1 -\nd 7 +\n"
TEXTS = {
    "as it is": ("kenken", Layout(), PLAIN_KENKEN),
    "cages reversed": (
        "kenken",
        Layout(cages="reversed"),
        "3\na a b\nc d b\nc d d\nd 7 +\nc 1 -\nb 1 -\na 6 *\n",
    ),
    "cages with a large target first": (
        "ac3",
        Layout(cages="by target"),
        "3\nAdd 7 1,1 2,1 2,2\nMul 6 0,0 0,1\nSub 1 0,2 1,2\nSub 1 1,0 2,0\n",
    ),
    "cages by operation": (
        "ac3",
        Layout(cages="by operation"),
        "3\nMul 6 0,0 0,1\nAdd 7 1,1 2,1 2,2\nSub 1 0,2 1,2\nSub 1 1,0 2,0\n",
    ),
    "cells reversed": (
        "ac3",
        Layout(cells="reversed"),
        "3\nMul 6 0,1 0,0\nSub 1 1,2 0,2\nSub 1 2,0 1,0\nAdd 7 2,2 2,1 1,1\n",
    ),
    "letters that are digits": (
        "mathdoku",
        Layout(letters="1b6a"),
        "11b\n6ab\n6aa\n1 6 *\nb 1 -\n6 1 -\na 7 +\n",
    ),
    "one cage left, and a guess in it": (
        "kenken",
        Layout(left=1, guesses=1),
        "3\n3 2 1\n1 Guess(d,3) 2\n2 d d\nd 7 +\n",
    ),
    "tabs": (
        "mathdoku",
        Layout(text="tabs"),
        "aab\ncdb\ncdd\na\t6\t*\nb\t1\t-\nc\t1\t-\nd\t7\t+\n",
    ),
}


@pytest.mark.parametrize(("name", "layout", "text"), TEXTS.values(), ids=TEXTS)
def test_text(name: str, layout: Layout, text: str) -> None:
    assert laid_out(name, layout) == text


WRONG = [
    (
        "ac3",
        Layout(cells="sorted"),
        "'cells': ac3 has 'in order', 'in any order', 'reversed', found 'sorted'",
    ),
    ("mathdoku", Layout(text="wide"), "'text': mathdoku has '', 'tabs', 'spaces', found 'wide'"),
    ("ac3", Layout(letters="abcd"), "'letters': ac3 cannot use 'a' as a letter of one cage"),
    ("kenken", Layout(letters="abc"), "'letters': expected 4 or more, found 3"),
    ("mathdoku", Layout(left=1), "'left', 'guesses': mathdoku cannot hold filled-in numbers"),
    ("kenken", Layout(left=3, guesses=3), "'guesses': expected 0 to 2, the cells, found 3"),
]


@pytest.mark.parametrize(("name", "layout", "message"), WRONG)
def test_impossible_layouts(name: str, layout: Layout, message: str) -> None:
    with pytest.raises(FormatError) as error:
        laid_out(name, layout)
    assert str(error.value) == message
