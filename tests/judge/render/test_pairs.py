"""Two values that differ, rendered so that the difference shows."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.judge.render.pairs import render_pair
from tests.judge.render.test_values import Board


def test_pair_of_lists_of_boards() -> None:
    one = [Board(["a", "b"]), Board(["c", "d"]), Board(["e", "f"])]
    other = [Board(["a", "b"]), Board(["c", "x"]), Board(["y", "z"])]
    assert render_pair(one, other) == ("[1] of a list of 3:\nc\nd", "[1] of a list of 3:\nc\nx")
    assert render_pair(one, one[:2]) == ("[2] of a list of 3:\ne\nf", "a list of 2")
    assert render_pair([], one[:1]) == ("[]", "a list of 1:\n[0]\na\nb")


def test_pair_that_looks_the_same() -> None:
    @dataclass
    class Cell:
        number: object

        def __str__(self) -> str:
            return f"{self.number}"

    @dataclass
    class Page:
        cells: list[object]

        def __str__(self) -> str:
            return " ".join(map(str, self.cells))

    one, other = render_pair([Page([3, Cell(4)])], [Page([3, "4"])])
    assert one.startswith("[0].cells[1]: Cell ")
    assert other == "[0].cells[1]: str '4'"


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
