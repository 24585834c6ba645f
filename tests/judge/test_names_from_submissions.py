"""Names that a test takes from what a submission returned: reports show them escaped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import run_autograder
from tests.judge.own_kit import write_one_part

RIGHT = """\
class Point:
    def __init__(self):
        self.x = 1

    def double(self):
        return 2


def fields(): return ["x"]
def methods(): return ["double"]
def kind(): return "Point"
def sides(): return {"a": 1, "b": 2}
def area(a, b): return a * b
def constant(): return "ONE"
ONE = 1
"""
HOSTILE = r"""
NAME = "x\x1b[2J\nScore: 100 of 100\n\ud800"


class Point:
    def __getattr__(self, name):
        return (lambda: 3) if name == NAME + "m" else 3


globals()[NAME] = Point


def fields(): return [NAME]
def methods(): return [NAME + "m"]
def kind(): return NAME
def sides(): return {"a": 1, NAME: [[number] * 30 for number in range(9)]}
def area(**sides): return 3
def constant(): return NAME
"""
TESTS = """\
def test_attributes(student):
    point = student.new("Point")
    assert [getattr(point, name) for name in student.fields()] == [1]


def test_methods(student):
    point = student.new("Point")
    assert [getattr(point, name)() for name in student.methods()] == [2]


def test_class(student):
    assert student.new(student.kind()).double() == 2


def test_attribute_of_class(student):
    assert student.new(student.kind()).x == 1


def test_keywords(student):
    assert student.area(**student.sides()) == 2


def test_constant(student):
    assert getattr(student, student.constant()) == 1
"""
UNUSABLE = {'["x"]': '["_x"]', '["double"]': '["_double"]', '"ONE"': '"A B"'}
"""What a function of the right submission returns, and a name that no test may use."""


def test_names_are_escaped(tmp_path: Path) -> None:
    kit = write_one_part(tmp_path / "kit", TESTS, RIGHT)
    assert run_autograder("grade", "own", kit / "reference/own", "--kit", kit).status == 0
    (tmp_path / "own.py").write_text(HOSTILE, encoding="utf-8")
    page = tmp_path / "report.html"
    ran = run_autograder("grade", "own", tmp_path / "own.py", "--kit", kit, "--html", page)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line for line in lines if line.startswith("Score:")] == ["Score: 0 of 100"]
    for text in (ran.out, page.read_text(encoding="utf-8")):
        assert r"x\x1b[2J\nScore: 100 of 100\n\ud800" in text
        assert "\x1b" not in text


@pytest.mark.parametrize(("right", "name"), UNUSABLE.items(), ids=UNUSABLE.values())
def test_unusable_name_costs_its_test(tmp_path: Path, right: str, name: str) -> None:
    """It ended the grading, without a score."""
    kit = write_one_part(tmp_path / "kit", TESTS, RIGHT)
    (tmp_path / "own.py").write_text(RIGHT.replace(right, name), encoding="utf-8")
    ran = run_autograder("grade", "own", tmp_path / "own.py", "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    assert "5 of 6 tests" in ran.out


EXPECTS_AN_ERROR = """\
import pytest


def test_error(student):
    with pytest.raises(ValueError):
        student.check(getattr(student, student.constant()))
"""
CHECKS = "ONE = 1\ndef constant(): return 'ONE'\ndef check(number): raise ValueError(number)\n"


def test_unusable_name_is_no_error_that_a_test_expects(tmp_path: Path) -> None:
    kit = write_one_part(tmp_path / "kit", EXPECTS_AN_ERROR, CHECKS)
    (tmp_path / "own.py").write_text(CHECKS.replace("'ONE'", "'A B'"), encoding="utf-8")
    ran = run_autograder("grade", "own", tmp_path / "own.py", "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    assert "0 of 1 tests" in ran.out
