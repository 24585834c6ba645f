"""Attributes of a submission's classes: properties, and what a test reads from the class."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import copy_kit
from tests.judge.objects_kit import graded_with

CIRCLE = """\


import functools


class Circle:
    def __init__(self, radius):
        self._radius = radius

    @property
    def radius(self):
        return self._radius

    @radius.setter
    def radius(self, radius):
        self._radius = radius

    @functools.cached_property
    def width(self):
        return 2 * self.radius
"""
TESTS_OF_CIRCLE = """\
def test_properties(student):
    circle = student.new("Circle", 3)
    assert (circle.radius, circle.width) == (3, 6)
"""


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [("", "", "pass"), ("2 *", "3 *", "wrong"), ("def width", "def size", "not_defined")],
)
def test_properties_of_the_starter(tmp_path: Path, old: str, new: str, outcome: str) -> None:
    kit = copy_kit("objects", tmp_path / "kit")
    for folder in ("reference", "starter"):
        with (kit / folder / "objects/vectors.py").open("a", encoding="utf-8") as file:
            file.write(CIRCLE)
    results = graded_with(TESTS_OF_CIRCLE, CIRCLE.replace(old, new), kit)
    assert results["test_properties"]["outcome"] == outcome


SHAPES = """


class Square:
    corners = 4

    def __init__(self, side): self.side = side
    @classmethod
    def of_area(cls, area): return cls(area**0.5)
    @staticmethod
    def is_side(n):
        if n < 0:
            raise ValueError("negative side")
        return n > 0


def measured(numbers, kind):
    "Return sides."
    return [kind(n).side for n in numbers]
"""
TESTS_OF_SHAPES = """\
import pytest


def test_method(student):
    assert student.Square.of_area(9).side == 3
    assert student.Square.is_side(0) is False
    with pytest.raises(ValueError, match="negative"):
        student.Square.is_side(-1)


def test_attribute(student):
    assert student.Square.corners == 4
    assert (student.measured.__doc__, student.Square.__doc__) == ("Return sides.", None)
    assert student.measured([1, 2], student.Square) == [1, 2]


def test_call(student):
    assert student.Square.of_area(area=16).side == 5


def test_missing(student):
    assert student.Square.sides == 4
"""


def test_attributes_of_classes(tmp_path: Path) -> None:
    results = graded_with(TESTS_OF_SHAPES, SHAPES, copy_kit("objects", tmp_path / "kit"))
    outcomes = [test["outcome"] for test in results.values()]
    assert outcomes == ["pass", "pass", "wrong", "not_defined"]
    wrong, missing = (results[name]["detail"] for name in ("test_call", "test_missing"))
    assert wrong["call"] == "Square.of_area(area=16).side"
    assert missing["message"] == ("vectors.py does not define Square.sides; is `is_side` misspelt?")


TANK = """


class Tank:
    def __init__(self, level): self.level = level
    @property
    def is_full(self): return self.level == 9
    def is_empty(self): return self.level == 0
    @property
    def label(self): return "tank"
    def plus(self, more): return self.level + more
"""
TESTS_OF_TANK = """\
import pytest


def test_property(student):
    assert student.new("Tank", 9).is_full


def test_passed_on(student):
    assert student.new("Tank", student.new("Tank", 9).is_full).level


def test_expected_error(student):
    tank = student.new("Tank", 9)
    with pytest.raises(TypeError):
        tank.plus(tank.label)


def test_forgotten_call(student):
    assert student.new("Tank", 9).is_empty
"""


def test_method_that_is_not_called_is_not_true(tmp_path: Path) -> None:
    """It is neither the value of a property, nor what a test means that forgets to call it.

    A test that passes it on fails; it ended the grading, without a score.
    """
    kit = copy_kit("objects", tmp_path / "kit")
    for folder in ("reference", "starter"):
        with (kit / folder / "objects/vectors.py").open("a", encoding="utf-8") as file:
            file.write(TANK)
    results = graded_with(TESTS_OF_TANK, TANK.replace("    @property\n", ""), kit)
    for test in ("test_property", "test_passed_on", "test_expected_error"):
        assert results[test]["outcome"] == "wrong"
        name = "label" if test == "test_expected_error" else "is_full"
        assert results[test]["detail"]["message"] == f"Tank.{name} is a method, not a value"
    forgotten = results["test_forgotten_call"]
    assert forgotten["outcome"] == "grader_error"
    assert forgotten["detail"]["message"] == (
        "the grader failed: UncalledMethodError: "
        "Tank.is_empty is a method, not a value, and is not called"
    )
