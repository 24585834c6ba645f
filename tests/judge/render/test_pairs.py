"""Two values that differ, rendered so that the difference shows."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.judge.render.pairs import render_pair
from autograder.judge.render.values import render
from autograder.sandbox.values import Placeholder
from tests.judge.render.test_values import Board, Plain


def test_pair_of_lists_of_boards() -> None:
    one = [Board(["a"]), Board(["b"]), Board(["c"])]
    other = [Board(["a"]), Board(["x"]), Board(["y"])]
    assert render_pair(one, other) == ("[1] of a list of 3:\nb", "[1] of a list of 3:\nx")
    assert render_pair(one, one[:2]) == ("[2] of a list of 3:\nc", "a list of 2")


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


def test_pair_of_which_one_is_a_table() -> None:
    """Rows of different types differ, which a table would hide."""
    table, rows = [[1, 3], [2, 0]], [(1, 3), (2, 0)]
    assert render_pair(table, rows) == ("[[1, 3], [2, 0]]", "[(1, 3), (2, 0)]")
    assert render_pair(tuple(rows), table) == ("((1, 3), (2, 0))", "[[1, 3], [2, 0]]")
    assert render_pair(table, [[1, 3], [2, 1]]) == ("1  3\n2  0", "1  3\n2  1")
    assert render_pair(None, table) == ("None", "1  3\n2  0")
    assert render_pair([[1, 3]], table) == ("[[1, 3]]", "1  3\n2  0")


def test_pair_that_looks_the_same_in_the_worker() -> None:
    """A `collections.UserString`, which is no data, has the repr of a string."""
    pair = render_pair(Placeholder("UserString", "'abc'"), "abc")
    assert pair == ("UserString 'abc'", "str 'abc'")


def test_pair_of_long_lists() -> None:
    one = list(range(1000))
    assert render_pair(one, [*one[:900], 5]) == ("[900]: int 900", "[900]: int 5")
    assert render_pair(one, one[:900]) == ("a list of 1000", "a list of 900")


def test_pair_of_long_lists_that_differ_in_few_items() -> None:
    one = [Plain(10**50 + i) for i in range(8)]
    other = [*one[1:], one[2], Plain(1)]
    assert render_pair(one, other) == (
        f"a list of 8, 1 of them only here: [{one[0]}]",
        f"a list of 9, 2 of them only here: [{one[2]}, Plain(x=1)]",
    )
    assert render_pair(one, one[1:])[1] == "a list of 7"
    assert render_pair([*one, *one[:2]], one) == (
        f"a list of 10, 2 of them repeated: [{one[0]}, {one[1]}]",
        "a list of 8",
    )
    most_differ = render_pair(one, other[5:])
    assert most_differ == (render(one), render(other[5:]))


def test_pair_of_an_empty_list_and_boards() -> None:
    assert render_pair([], [Board(["a"])]) == ("[]", "a list of 1:\n[0] a")


def test_pair_of_long_texts() -> None:
    same = "a" * 150
    assert render_pair(f"{same}x{same}", f"{same}y{same}") == (
        f"from character 151: 'x{same}'",
        f"from character 151: 'y{same}'",
    )
    lines = "row\n" * 60
    assert render_pair((1, f"{lines}a b{lines}"), (1, f"{lines}a c{lines}"))[0].startswith(
        r"from [1], line 61, character 3: 'brow\nrow\n"
    )
    assert render_pair(same * 2, same * 3) == (
        "from character 301: ''",
        f"from character 301: '{same}'",
    )


def test_pair_of_large_integers() -> None:
    one, other = render_pair([10**100 + 7], [10**100])
    assert one.endswith("0007 (101 digits)]")
    assert other.endswith("0000 (101 digits)]")


def test_pair_of_nested_lists() -> None:
    deep: list[object] = []
    for _ in range(20):
        deep = [deep]
    one, other = render_pair([deep], deep)
    assert one == f"{'[0]' * 20}: list [[]]"
    assert other == f"{'[0]' * 20}: list []"
