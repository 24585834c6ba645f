"""Objects of a submission in place of data: they answer once, and do not say what is right."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import copy_kit, run_autograder

SQUARE = """\
def test_lines(student):
    square = student.digits(3)
    assert len(square) == 3
    assert all(sorted(row) == [1, 2, 3] for row in square)
    assert all(sorted(column) == [1, 2, 3] for column in zip(*square))


def test_indices(student):
    square = student.digits(3)
    for i in range(3):
        assert sorted(square[i][j] for j in range(3)) == [1, 2, 3]
        assert sorted(square[j][i] for j in range(3)) == [1, 2, 3]


def test_rows_and_indices(student):
    square = student.digits(3)
    assert all(sorted(row) == [1, 2, 3] for row in square)
    assert square[0][0] != square[1][0] != square[2][0] != square[0][0]


def test_length(student):
    square = student.digits(3)
    assert len(square) == 3
    assert all(sorted(row) == [1, 2, 3] for row in square)


def test_text(student):
    square = student.digits(3)
    assert str(square) == str(square)
    assert square[:1] == square[:1]
"""
CHANGING = """\


class Square:
    def __init__(self):
        self.asked = 0

    def next(self, *_):
        self.asked += 1
        return self.asked

    def __len__(self):
        return 3

    def __str__(self):
        return str(self.next())

    def __getitem__(self, i):
        return Row() if self.next() < 99 else None

    def __iter__(self):
        first, second = [[1, 2, 3]] * 3, [[1, 1, 1], [2, 2, 2], [3, 3, 3]]
        return iter(first if self.next() == 1 else second)


class Row(Square):
    numbers = 0

    def __getitem__(self, i):
        Row.numbers += 1
        return Row.numbers % 3 + 1


class Empty(Square):
    def __iter__(self):
        return iter([])


def digits(number):
    return Square()
"""


def test_an_object_in_place_of_data_does_not_change(tmp_path: Path) -> None:
    """It cannot have the right rows first, and then different elements in its columns."""
    kit = copy_kit("functions", tmp_path / "kit")
    (kit / "autograder/assignments/functions/tests/test_functions.py").write_text(SQUARE)
    reference = kit / "reference/functions/functions.py"
    right = reference.read_text("utf-8") + "\n\ndef digits(number):\n    return {}\n"
    reference.write_text(right.format("[[1, 2, 3], [2, 3, 1], [3, 1, 2]]"), "utf-8")

    def outcomes_of(own: str) -> dict[str, str]:
        return outcomes_of_functions(own, kit)

    names = [f"test_{name}" for name in ("lines", "indices", "rows_and_indices", "length", "text")]
    assert outcomes_of(reference.read_text("utf-8")) == dict.fromkeys(names, "pass")
    changing = dict.fromkeys(names, "wrong")
    assert outcomes_of(CHANGING) == changing | {"test_length": "pass", "test_text": "pass"}
    empty = outcomes_of(CHANGING.replace("return Square()", "return Empty()"))
    assert empty.pop("test_text") == "pass"
    assert empty == dict.fromkeys(names[:-1], "wrong")
    own = "class Square(list): pass\n" + right.format("Square([[1, 2, 3], [2, 3, 1], [3, 1, 2]])")
    assert outcomes_of(own) == dict.fromkeys(names, "pass")


def outcomes_of_functions(own: str, kit: Path) -> dict[str, str]:
    folder = kit.parent
    (folder / "functions.py").write_text(own, "utf-8")
    ran = run_autograder("grade", "functions", folder, "--kit", kit, "--json", "-")
    [part] = json.loads(ran.out)["parts"]
    return {test["name"]: test["outcome"] for test in part["tests"]}


def kit_with_provided(provided: str, tests: str, right: str, folder: Path) -> Path:
    """Make a kit with a provided file, whose types are data, and more code in its reference."""
    kit = copy_kit("functions", folder)
    assignment = kit / "autograder/assignments/functions"
    (assignment / "tests/test_functions.py").write_text(tests, "utf-8")
    text = (assignment / "assignment.toml").read_text("utf-8")
    keys = 'provided = ["provided.py"]\ntypes = "provided.py"\n'
    (assignment / "assignment.toml").write_text(text.replace("\n\n", f"\n{keys}\n", 1), "utf-8")
    for name in ("starter", "reference"):
        (kit / name / "functions/provided.py").write_text(provided, "utf-8")
    with (kit / "reference/functions/functions.py").open("a", encoding="utf-8") as file:
        file.write(right)
    return kit


PROVIDED_TYPES = """\
from dataclasses import dataclass


class SquareError(ValueError):
    pass


@dataclass
class Square:
    rows: list

    def is_magic(self):
        return [sum(row) for row in self.rows] == [15] * 3

    def same(self, other):
        return self.rows == other.rows

    @property
    def is_full(self):
        return all(map(all, self.rows))
"""
ASKING = """\
from decimal import Decimal
from provided import Square

ROWS = [[2, 7, 6], [9, 5, 1], [4, 3, 8]]


def test_asked(student):
    assert student.digits(3).is_magic()


def test_compared(student):
    assert student.digits(3).same(Square(ROWS))


def test_property(student):
    assert student.digits(3).is_full


def test_number(student):
    assert student.mirror("").compare(Decimal("3.10")) == 0


def test_field(student):
    assert student.digits(3).rows == ROWS
"""
ANSWERING = """\
class Sly:
    is_full = True
    rows = [[2, 7, 6], [9, 5, 1], [4, 3, 8]]
    is_magic = same = lambda *_: True
    compare = lambda *_: 0

digits = mirror = lambda _: Sly()
"""


def test_an_object_in_place_of_data_does_not_say_whether_it_is_right(tmp_path: Path) -> None:
    right = (
        "\nfrom decimal import Decimal\nfrom provided import Square\n"
        "def digits(_): return Square([[2, 7, 6], [9, 5, 1], [4, 3, 8]])\n"
        "def mirror(_): return Decimal('3.1')\n"
    )
    kit = kit_with_provided(PROVIDED_TYPES, ASKING, right, tmp_path / "kit")
    names = [f"test_{name}" for name in ("asked", "compared", "property", "number", "field")]
    assert outcomes_of_functions(right, kit) == dict.fromkeys(names, "pass")
    wrong = dict.fromkeys(names[:-1], "wrong")
    assert outcomes_of_functions(ANSWERING, kit) == wrong | {"test_field": "pass"}


PROVIDED_CLASS = """\
class Node:
    def __init__(self, value):
        self.value = value
        self.parent = None

    def joinpath(self):
        return self.value
"""
CHANGED = """\
def test_changed(student):
    node = student.digits(3)
    assert (node.joinpath(), node.value) == (3, 3)
    student.mutating.mirror(node)
    assert (node.value, node.joinpath()) == (4, 4)
    assert node.parent.value == 3
"""


def test_objects_of_a_provided_class_change(tmp_path: Path) -> None:
    """It is no type of data: its objects are what functions should return.

    So may be those of the student's own file, if there is no starter that shows its classes.
    """
    right = (
        "\nfrom provided import Node\ndef digits(number): return Node(number)\n"
        "def mirror(node):\n    node.parent = Node(node.value)\n    node.value += 1\n"
    )
    kit = kit_with_provided(PROVIDED_CLASS, CHANGED, right, tmp_path / "kit")
    assert outcomes_of_functions(right, kit) == {"test_changed": "pass"}
    own = PROVIDED_CLASS + right.replace("from provided import Node", "")
    (kit / "starter/functions/provided.py").write_text("")
    (kit / "starter/functions/functions.py").unlink()
    assert outcomes_of_functions(own, kit) == {"test_changed": "pass"}
