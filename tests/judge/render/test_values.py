"""Values rendered for students, and two that differ so that the difference shows."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from autograder.judge.render.pairs import render_pair
from autograder.judge.render.values import render, render_call
from autograder.sandbox.values import Placeholder


@dataclass
class Board:
    rows: Any

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows)


@dataclass(frozen=True)
class Plain:
    x: int


class Point(NamedTuple):
    x: object
    y: object


TABLE = {
    "number": (3, "3"),
    "text": ("a\nb", r"'a\nb'"),
    "plain dataclass": (Plain(1), "Plain(x=1)"),
    "named tuple": (Point(1, "a"), "Point(x=1, y='a')"),
    "dataclass with a __str__": (Board(["ab", "cd"]), "a b\nc d"),
    "grid in columns": ([[1, 10], [100, 2]], "1    10\n100  2"),
    "short rows of several lengths": ([[5, 2, 0], [8, 3]], "[[5, 2, 0], [8, 3]]"),
    "rows of several lengths": ([[*range(12)], [8, 3]], f"{[*range(12)]}\n[8, 3]"),
    "list of boards of one row": ([Board(["a"]), Board(["b"])], "a list of 2:\n[0] a\n[1] b"),
    "list of boards of several rows": (
        [Board(["a"]), Board(["b", "c"])],
        "a list of 2:\n[0]\na\n[1]\nb\nc",
    ),
    "dict from row and column": (
        {(0, 0): [1, 2], (1, 1): [], (0, 2): [3]},
        "[1, 2]      [3]\n        []",
    ),
    "stream": (io.StringIO("a\nb c\n"), "a\nb c"),
    "foreign": (Placeholder("Sly", "<Sly>"), "<Sly>"),
}


@pytest.mark.parametrize(("value", "rendered"), TABLE.values(), ids=TABLE)
def test_render(value: object, rendered: str) -> None:
    assert render(value) == rendered


def test_call_with_large_arguments() -> None:
    call, large = render_call("f", ["board", "at"], [Board(["ab", "cd"]), Plain(2), [[1, 2]] * 9])
    assert call == "f(board, Plain(x=2), argument_3)"
    assert large == {"board": "a b\nc d", "argument_3": "\n".join(["1  2"] * 9)}


NUMBERS = {
    "factorial of 60": (math.factorial(60), str(math.factorial(60))),
    "negative": (1 - 10**190, f"-{'9' * 80}…{'9' * 80} (190 digits)"),
    "far too long": (1 << 200_000, "<an integer of 200001 bits>"),
}


@pytest.mark.parametrize(("value", "rendered"), NUMBERS.values(), ids=NUMBERS)
def test_long_numbers_are_shortened_in_the_middle(value: object, rendered: str) -> None:
    assert render(value) == rendered


def test_lines_and_width() -> None:
    assert render([[1, 2]] * 3, lines=2) == "1  2\n1  2"
    assert render([[1, 2]] * 2, lines=1, width=5) == "[[1, … (2 items)"
    assert render(Board(["ab", "cd"]), lines=1) == r"a b\nc d"


def test_pair_of_lists_of_boards() -> None:
    one = [Board(["a", "b"]), Board(["c", "d"]), Board(["e", "f"])]
    other = [Board(["a", "b"]), Board(["c", "x"]), Board(["y", "z"])]
    assert render_pair(one, other) == ("[1] of a list of 3:\nc\nd", "[1] of a list of 3:\nc\nx")
    assert render_pair(one, one[:2]) == ("[2] of a list of 3:\ne\nf", "a list of 2")
    assert render_pair([], one[:1]) == ("[]", "a list of 1:\n[0]\na\nb")


def test_pair_of_long_lists() -> None:
    one = list(range(1000))
    assert render_pair([*one, 7], [*one, 5]) == ("[1000]: int 7", "[1000]: int 5")
    assert render_pair(one, one[:900]) == ("a list of 1000", "a list of 900")


def test_pair_of_long_texts() -> None:
    same = "a" * 150
    assert render_pair(f"{same}x{same}", f"{same}y{same}") == (
        f"from character 151: 'x{same}'",
        f"from character 151: 'y{same}'",
    )
    assert render_pair(same * 2, same * 3) == (
        "from character 301: ''",
        f"from character 301: '{same}'",
    )
