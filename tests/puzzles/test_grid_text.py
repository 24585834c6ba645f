"""Grids in the output of programs."""

from __future__ import annotations

import pytest

from autograder.puzzles import Grid
from autograder.puzzles.grid_text import grids

TWO = ((1, 2), (2, 1))
OTHER = ((2, 1), (1, 2))

ONE_GRID = {
    "numbers": ("1 2\n2 1\n", TWO),
    "whitespace": ("\n  1\t2 \r\n\n 2  1", TWO),
    "words around": ("size: 2\n--Solution--\n1 2\n2 1\nchecks: 7 backtracks: 1\n", TWO),
    "prompts before the first line": ("Number of cages: ok\n12\n21\ndone.", TWO),
    "letters in empty cells": ("1a\nba\n", ((1, 0), (0, 0))),
    "dots": (". 2\n. .\n", ((0, 2), (0, 0))),
    "numbers out of range": ("17 1\n1 2\n", ((17, 1), (1, 2))),
}


@pytest.mark.parametrize(("text", "expected"), ONE_GRID.values(), ids=ONE_GRID)
def test_one_grid(text: str, expected: Grid) -> None:
    assert list(grids(text, 2)) == [expected]


FOUR = ((1, 2, 3, 4), (2, 1, 4, 3), (3, 4, 1, 2), (4, 3, 2, 1))


@pytest.mark.parametrize("between", ["", " "])
@pytest.mark.parametrize("below", ["done\n", "done\nfine\n"])
def test_words_below_a_grid_are_not_rows(between: str, below: str) -> None:
    rows = [between.join(map(str, row)) for row in FOUR]
    assert next(grids("\n".join([*rows, below]), 4)) == FOUR


NONE = {
    "nothing": "",
    "one row": "1 2\n",
    "rows apart": "1 2\nand\n2 1\n",
    "clues": "1 +\n2 -\n",
    "digits of other scripts": "\u0661\u0662\n\u0662\u0661\n",
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_no_grid(text: str) -> None:
    assert list(grids(text, 2)) == []


def test_last_grid_comes_first() -> None:
    assert list(grids("12\n21\nbetter:\n21\n12\n", 2)) == [OTHER, TWO]


def test_numbers_of_a_large_grid_are_separated() -> None:
    row = "1 2 3 4 5 6 7 8 9 10"
    assert list(grids(f"{row}\n" * 10, 10)) == [(tuple(range(1, 11)),) * 10]
