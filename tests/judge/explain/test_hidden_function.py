"""Calls of what is not a function, since its name refers to something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain.calls import hidden_function
from autograder.judge.explain.evidence import Evidence
from autograder.judge.sources import Sources
from autograder.report import Place
from autograder.sandbox.messages import Response, ResponseKind
from tests.conftest import run_autograder

OWN = """\
class Mathdoku:
    def __init__(self):
        self.rows, self.choices = [], 0

    def choices(self):
        return self.choices

    def ready(self):
        return self.choices() > 0

    def again(self, other):
        return other.again()


def largest(list):
    sum = 0
    for max in list:
        sum += max
    if max(list) > 3: return len(list((1, 2)))
    return unknown(sum)
"""
INT = "'int' object is not callable"
METHOD = "`self.choices` (own.py, line 3) hides the method: rename the attribute"


def reason(text: str, sources: Sources, subject: str, place: Place | None) -> str:
    response = Response(ResponseKind.RAISED, exceptions=("TypeError",), message=text)
    return hidden_function(Evidence(Invocation(subject), response, sources, place))


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return Sources.of(tmp_path, ["own.py"], [])


@pytest.mark.parametrize(
    ("subject", "says"),
    [("Mathdoku.choices", METHOD), ("Mathdoku.again", ""), ("largest", ""), ("no_such", "")],
)
def test_called_by_the_test(sources: Sources, subject: str, says: str) -> None:
    assert reason(INT, sources, subject, None) == says
    assert reason("unsupported operand type(s) for +", sources, subject, None) == ""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (9, METHOD),
        (12, ""),
        (19, "the variable `max` (own.py, line 17) hides Python's own function: rename it"),
        (20, ""),
    ],
)
def test_called_by_the_student(sources: Sources, line: int, says: str) -> None:
    place = Place("own.py", line, "f", sources.line("own.py", line))
    assert reason(INT, sources, "f", place) == says


def test_parameter_with_the_name_of_a_function(sources: Sources) -> None:
    place = Place("own.py", 19, "largest", "return len(list((1, 2)))")
    says = "the variable `list` (own.py, line 15) hides Python's own function: rename it"
    assert reason(INT, sources, "f", place) == says


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
        "      Mathdoku.choices raised TypeError: 'int' object is not callable; `self.choices`"
        " (mathdoku.py, line 3) hides the method: rename the attribute\n"
    ) in ran.out
