"""Operators, sets and slices of a submission's objects."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import copy_kit
from tests.judge.objects_kit import RIGHT, graded_with, outcomes

FRACTIONS = """


from fractions import Fraction


class Ratio:
    def __init__(self, over, under):
        self.value = Fraction(over, under)

    def __str__(self): return str(self.value)
    def __neg__(self): return made(-self.value)
    def __abs__(self): return abs(self.value)
    def __floordiv__(self, other): return self.value // other.value
    def __mod__(self, other): return made(self.value % other.value)
    def __pow__(self, n): return made(self.value ** n)
    def __rpow__(self, n): return n ** self.value
    def __matmul__(self, other): return self.value + other.value


def made(value):
    return Ratio(value.numerator, value.denominator)
"""
TESTS_OF_FRACTIONS = """\
from fractions import Fraction


def test_one(student):
    half = student.new("Ratio", 1, 2)
    assert (str(-half), str(half**2), 4**half) == ("-1/2", "1/4", 2)
    assert abs(student.new("Ratio", -1, 2)) == Fraction(1, 2)


def test_two(student):
    one, half = student.new("Ratio", 7, 4), student.new("Ratio", 1, 2)
    assert (one // half, str(one % half), one @ half) == (3, "1/4", Fraction(9, 4))
    assert str(-(one % half)) == "-1/4"


def test_message(student):
    assert str(-(-student.new("Ratio", 1, 2))) == "1"
"""


def test_all_operators(tmp_path: Path) -> None:
    results = graded_with(TESTS_OF_FRACTIONS, FRACTIONS, copy_kit("objects", tmp_path / "kit"))
    assert [test["outcome"] for test in results.values()] == ["pass", "pass", "wrong"]
    detail = results["test_message"]["detail"]
    assert detail["call"] == "str((-(-Ratio(1, 2))))"
    assert (detail["returned"], detail["expected"]) == ("'1/2'", "'1'")


DISTINCT = """

Vector.__hash__ = object.__hash__


def distinct(items):
    return set(items)
"""
TESTS_OF_SETS = """\
def test_set(student):
    items = [student.new("Vector", 1, 2), student.new("Vector", 1, 2)]
    assert len(student.distinct(items)) == 1
"""


def test_set_of_objects_of_the_wrong_size(tmp_path: Path) -> None:
    """pytest's text of the `assert` contains the set, whose elements cannot be sorted."""
    no_order = RIGHT.replace("__lt__", "precedes").replace("__eq__", "equals")
    kit = copy_kit("objects", tmp_path / "kit")
    test = graded_with(TESTS_OF_SETS, f"{no_order}{DISTINCT}", kit)["test_set"]
    detail = test["detail"]
    assert (test["outcome"], detail["message"]) == ("wrong", "distinct gave the wrong answer")
    assert (detail["returned"], detail["expected"]) == ("2", "1")


ROW = """\


class Row:
    def __getitem__(self, key):
        return list(range(9))[key]
"""
TESTS_OF_ROW = """\
import pytest

KEYS = [slice(2), slice(1, 3), slice(None, None, 4), slice(7, None)]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_slice(student, key):
    assert student.new("Row")[key] == list(range(9))[key]
"""


def test_slices(tmp_path: Path) -> None:
    kit = copy_kit("objects", tmp_path / "kit")
    assert set(outcomes(graded_with(TESTS_OF_ROW, ROW, kit)).values()) == {"pass"}
    wrong = graded_with(TESTS_OF_ROW, ROW.replace("[key]", "[key][1:]"), kit)
    calls = ["Row()[:2]", "Row()[1:3]", "Row()[::4]", "Row()[7:]"]
    assert [test["detail"]["call"] for test in wrong.values()] == calls
