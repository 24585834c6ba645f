"""A wrong value is explained by the mistake that usually leads to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox.values import Placeholder
from tests.judge.explain.messages import sources_of, wrong_value

GRID = """\
def grid(n):
    return [[0] * n] * n
"""


@dataclass(frozen=True)
class Posn:
    x: int
    y: int


@dataclass(frozen=True)
class Grid:
    size: int
    rows: list[list[int]]
    cages: list[str]


@dataclass(frozen=True)
class Cell:
    letter: str
    number: int

    def __str__(self) -> str:
        return str(self.number or self.letter)


@dataclass(frozen=True)
class Arc:
    first: tuple[int, int]
    target: int


LIKE_NUMBERS = [Placeholder("Number", "1"), Placeholder("Number", "2")]


ARCS = [Arc((0, n), n) for n in range(12)]
ROWS = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
VALUES: dict[str, tuple[Any, Any, str]] = {
    "tuple for list": (
        (1, 2),
        [1, 2],
        "f returned the right value, but it is a tuple instead of a list",
    ),
    "text for number": (
        "3",
        3,
        "f returned the right value, but it is the string '3' instead of the number 3",
    ),
    "tuple for dataclass": (
        (2, 1),
        Posn(2, 1),
        "f returned the right value, but it is a tuple instead of a Posn",
    ),
    "tuples in a list": (
        [Posn(0, 0), (2, 1)],
        [Posn(0, 0), Posn(2, 1)],
        "f returned the right value, but its part [1] is a tuple instead of a Posn",
    ),
    "texts in rows": (
        [[1, "2"], ["2", 1]],
        [[1, 2], [2, 1]],
        "f returned the right value, but its part [0][1] is the string '2' instead of the number 2",
    ),
    "tuple in a dict": (
        {(0, 0): (1, 2)},
        {(0, 0): [1, 2]},
        "f returned the right value, but its part [(0, 0)] is a tuple instead of a list",
    ),
    "list in a field": (
        Arc([0, 1], 3),  # type: ignore[arg-type]
        Arc((0, 1), 3),
        "f returned the right value, but its part .first is a list instead of a tuple",
    ),
    "empty": ((), [], "f returned an empty tuple instead of an empty list"),
    "empty dict": ({}, set(), "f returned an empty dict instead of an empty set"),
    "other kind": (3, [3, 4], "f returned a number instead of a list"),
    "of another length, too": ((1, 2), [1, 2, 3], "f returned a tuple instead of a list"),
    "bool": (True, {1: 2}, "f returned True instead of a dict"),
    "no bool": (3, True, "f returned a number instead of True or False"),
    "items of another kind": (
        [(1, 2), (0, 0)],
        [Posn(0, 0), Posn(1, 2), Posn(3, 3)],
        "f returned a list of tuples instead of a list of Posns",
    ),
    "the function itself": (
        Placeholder("method", "<bound method>"),
        3,
        "f returned a function instead of a number: is a call missing its ()?",
    ),
    "a generator": (
        Placeholder("generator", "<generator>"),
        [1],
        "f returned a generator, not a list: list(…) makes one",
    ),
    "of another type": (
        Placeholder("coroutine", "<coroutine object f>"),
        [1],
        "f returned a coroutine instead of a list",
    ),
    "items of another type": (
        [Placeholder("array", "array('i')")],
        [[1, 2]],
        "f returned a list of arrays instead of a list of lists",
    ),
    "x and y": (
        Posn(3, 2),
        Posn(2, 3),
        "f returned Posn(x=3, y=2) instead of Posn(x=2, y=3): are x and y swapped?",
    ),
    "two numbers": (
        (3, 2),
        (2, 3),
        "f returned (3, 2) instead of (2, 3): are the two numbers swapped?",
    ),
    "pairs in a list": (
        [(1, 1), (3, 2)],
        [(1, 1), (2, 3)],
        "f returned (3, 2) instead of (2, 3): are the two numbers swapped?",
    ),
    "on its side": (
        [[1, 3], [2, 4]],
        [[1, 2], [3, 4]],
        "f returned the right table on its side: are rows and columns swapped?",
    ),
    "one list many times": (
        [[0, 5], [0, 5]],
        [[0, 5], [0, 0]],
        "f returned a table in which all rows are equal: a number put into one row appears in "
        "every row, since `[[0] * n] * n` (own.py, line 2) makes all rows the same list",
    ),
    "whitespace": (
        "1 2",
        "1  2\n",
        "f returned the right string, but with different spaces or line endings",
    ),
    "case": ("no", "No", "f returned a string that differs only in upper and lower case"),
    "reverse": ([3, 2, 1], [1, 2, 3], "f returned the right items in reverse order"),
    "order": ([2, 1, 3], [1, 2, 3], "f returned the right items in another order"),
    "order of what looks like the items": ([3, *LIKE_NUMBERS], [1, 2, 3], ""),
    "missing": (
        ARCS[6:],
        ARCS,
        "f returned a list that is nearly right: 6 of 12 items are missing, such as "
        "Arc(first=(0, 0), target=0)",
    ),
    "missing and extra": (
        [*ARCS[1:], ARCS[3], 7],
        ARCS,
        "f returned a list that is nearly right: 1 of 12 items is missing, Arc(first=(0, 0), "
        "target=0); 1 item occurs too often, Arc(first=(0, 3), target=3); 1 item should not be "
        "there, 7",
    ),
    "twice": (
        [*ARCS, *ARCS],
        ARCS,
        "f returned a list that is nearly right: 12 items occur too often, such as "
        "Arc(first=(0, 0), target=0)",
    ),
    "the same item again and again": (
        [1, 2, 3, 3, 3, 4],
        [1, 2, 3, 4],
        "f returned a list that is nearly right: 1 item occurs too often, 3",
    ),
    "one cell": (
        [[1, 2, 3], [2, 3, 1], [3, 1, 3]],
        ROWS,
        "f returned a table with 1 of 9 cells wrong: [2][2] is 3 instead of 2",
    ),
    "one cell of a column": (
        [[1], [2], [4]],
        [[1], [2], [3]],
        "f returned a table with 1 of 3 cells wrong: [2][0] is 4 instead of 3",
    ),
    "a cell that looks right": (
        [[Cell("a", 0), Cell("2", 0)], [Cell("b", 0), Cell("b", 0)]],
        [[Cell("a", 0), Cell("", 2)], [Cell("b", 0), Cell("b", 0)]],
        "f returned a table with 1 of 4 cells wrong: [0][1] looks right, but differs",
    ),
    "a row is missing": (ROWS[:2], ROWS, ""),
    "one item": (
        [1, 2, 3, 4, 9],
        [1, 2, 3, 4, 5],
        "f returned a list that is nearly right: 1 of 5 items is missing, 5; 1 item should not be "
        "there, 9",
    ),
    "an extra item": (
        [1, 2, 3, 4, 9],
        [1, 2, 3, 4],
        "f returned a list that is nearly right: 1 item should not be there, 9",
    ),
    "most entries": ({1: 1, 2: 2, 3: 3}, {1: 4, 2: 5, 3: 3}, ""),
    "a row that is too short": ([[1, 2, 3], [2, 3, 1], [3, 1]], ROWS, ""),
    "entries": (
        {1: [1], 2: [2], 3: [3], 4: [5, 6]},
        {1: [1], 2: [2], 3: [4], 4: [4]},
        "f returned a dict with 2 of 4 entries wrong; the first: 3 is [3] instead of [4]",
    ),
    "a key is missing": (
        {1: 1},
        {1: 1, 2: 2, 3: 3},
        "f returned a dict that lacks the key 2 and 1 more",
    ),
    "an extra key": (
        {1: 1, 2: 2, 3: 3},
        {1: 1, 2: 2},
        "f returned a dict that should not have the key 3",
    ),
    "one field": (
        Arc((0, 1), 3),
        Arc((0, 1), 4),
        "f returned an Arc in which only `target` is wrong",
    ),
    "one field that is a list": (
        Arc([1, 2], 3),  # type: ignore[arg-type]
        Arc([2, 1], 3),  # type: ignore[arg-type]
        "f returned an Arc in which only `first` is wrong: the right items in reverse order",
    ),
    "all fields": (Arc((0, 1), 3), Arc((0, 2), 4), ""),
    "two of three fields": (
        Grid(3, [[1, 2, 3], [2, 3, 1], [3, 0, 2]], ["a", "b"]),
        Grid(3, [[1, 2, 3], [2, 3, 1], [3, 1, 2]], ["b"]),
        "f returned a Grid in which `rows` and `cages` are wrong; `rows`: a table with 1 of 9 "
        "cells wrong: [2][1] is 0 instead of 1",
    ),
    "just wrong": (3, 4, ""),
    "wrong list": ([1, 2], [3, 4], ""),
    "quite another list": ([7] * 9, [1, 2, 3, 4, 5], ""),
    "None is right": ([1], None, ""),
    "too large": ([0] * 9000, [1] * 9000, ""),
}


@pytest.mark.parametrize(("returned", "expected", "message"), VALUES.values(), ids=VALUES)
def test_values(tmp_path: Path, returned: Any, expected: Any, message: str) -> None:
    assert wrong_value(sources_of(tmp_path, GRID), returned, expected) == message


SAME = "asks whether it is the same object: is"
LINES = {
    "a number": ("goal is 3", f"`goal is 3` (own.py, line 2) {SAME} `==` meant?"),
    "a string": ("'add' is not goal", f"`'add' is not goal` (own.py, line 2) {SAME} `!=` meant?"),
    "None": ("goal is None or total is not False", ""),
    "other objects": ("goal is total", ""),
    "equal": ("goal == 3", ""),
}


@pytest.mark.parametrize(("line", "says"), LINES.values(), ids=LINES)
def test_is_with_a_number_or_string(tmp_path: Path, line: str, says: str) -> None:
    sources = sources_of(tmp_path, f"def f(total, goal):\n    return {line}\n")
    expected = f"f gave the wrong answer; {says}" if says else ""
    assert wrong_value(sources, False, True) == expected


def test_equal_rows_alone_are_not_blamed_on_one_list(tmp_path: Path) -> None:
    source = "def f():\n    return [[0] * 2 for _ in range(2)]\n"
    assert "the same list" not in wrong_value(
        sources_of(tmp_path, source), [[0, 5], [0, 5]], [[0, 5], [0, 0]]
    )
