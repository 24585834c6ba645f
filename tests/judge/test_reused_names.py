"""Calls of what is not a function, since its name refers to something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.reused_names import explain_not_callable
from autograder.judge.sources import Sources
from autograder.report import Place
from tests.conftest import run_autograder

OWN = """\
from functools import cached_property

solved = []


class Mathdoku:
    def __init__(self):
        self.rows, self.choices = [], 0

    def choices(self):
        return self.choices

    @property
    def ready(self):
        return self.choices() > 0

    @cached_property
    def size(self):
        return self.size()

    def again(self, other):
        self.choices += 1
        return other.again()


def solved(puzzle):
    return sum(puzzle) + min(puzzle)


def largest(list):
    sum = 0
    for max in list:
        sum += max
    if max(list) == sum(list): return len(list((1, 2)))
    return unknown(sum)


for solved in []:
    pass
min = 0
"""
INT = "'int' object is not callable"
METHOD = "`self.choices` (own.py, line 8) hides the method: rename the attribute"


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return Sources.of(tmp_path, ["own.py"], [])


@pytest.mark.parametrize(
    ("subject", "says"),
    [
        ("choices", METHOD),
        ("ready", "@property (own.py, line 13) makes it an attribute: remove that line"),
        ("size", "@cached_property (own.py, line 17) makes it an attribute: remove that line"),
        ("solved", "the variable `solved` (own.py, line 3) hides the function: rename it"),
        ("again", ""),
        ("largest", ""),
        ("no_such", ""),
    ],
)
def test_called_by_the_test(sources: Sources, subject: str, says: str) -> None:
    assert explain_not_callable(INT, sources, subject, None) == says
    assert explain_not_callable("unsupported operand type(s) for +", sources, subject, None) == ""


def builtin(name: str, line: int) -> str:
    return f"the variable `{name}` (own.py, line {line}) hides Python's own function: rename it"


@pytest.mark.parametrize(
    ("function", "line", "says"),
    [
        ("ready", 15, METHOD),
        ("again", 23, ""),
        ("solved", 27, builtin("min", 40)),
        ("largest", 34, builtin("max", 32)),
        ("largest", 35, ""),
    ],
)
def test_called_by_the_student(sources: Sources, function: str, line: int, says: str) -> None:
    place = Place("own.py", line, function, sources.line("own.py", line))
    assert explain_not_callable(INT, sources, "f", place) == says


def test_parameter_with_the_name_of_a_function(sources: Sources) -> None:
    place = Place("own.py", 34, "largest", "return len(list((1, 2)))")
    assert explain_not_callable(INT, sources, "f", place) == builtin("list", 30)


def test_attribute_and_method_of_one_name(tmp_path: Path) -> None:
    source = """\
class Mathdoku:
    def __init__(self):
        self.choices = 0

    def choices(self):
        return self.choices
"""
    (tmp_path / "mathdoku.py").write_text(source, encoding="utf-8")
    ran = run_autograder("check", "mathdoku", tmp_path, "--part", "choices")
    assert (
        "      choices raised TypeError: 'int' object is not callable; `self.choices` (mathdoku.py,"
        " line 3) hides the method: rename the attribute\n"
    ) in ran.out
