"""Calls of what is not a function, since its name refers to something else."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from autograder.judge.explain.calls import not_callable
from autograder.judge.explain.evidence import Evidence
from autograder.judge.invocation import Invocation
from autograder.judge.sources import Sources
from autograder.report import Place
from autograder.sandbox.protocol import Response, ResponseKind
from tests.conftest import run_autograder

OWN = """\
import functools

solved = []


class Mathdoku:
    def __init__(self):
        self.rows, self.choices = [], 0

    def choices(self):
        return self.choices

    @property
    def ready(self):
        return self.choices() > 0

    @functools.cache
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


def reason(text: str, sources: Sources, subject: str, place: Place | None) -> str:
    response = Response(ResponseKind.RAISED, exceptions=("TypeError",), message=text)
    return not_callable(Evidence(Invocation(subject), response, sources, place))


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return Sources.of(tmp_path, ["own.py"], [])


@pytest.mark.parametrize(
    ("subject", "says"),
    [
        ("choices", METHOD),
        ("ready", ""),
        ("solved", "the variable `solved` (own.py, line 3) hides the function: rename it"),
        ("again", ""),
        ("largest", ""),
        ("no_such", ""),
    ],
)
def test_called_by_the_test(sources: Sources, subject: str, says: str) -> None:
    assert reason(INT, sources, subject, None) == says
    assert reason("unsupported operand type(s) for +", sources, subject, None) == ""


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
    assert reason(INT, sources, "f", place) == says


def test_parameter_with_the_name_of_a_function(sources: Sources) -> None:
    place = Place("own.py", 34, "largest", "return len(list((1, 2)))")
    assert reason(INT, sources, "f", place) == builtin("list", 30)


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


SCOPES = """\
class Board:
    def rank(self, max):
        return max


class Row:
    def rank(self, cells):
        return max(cells)()


def ranked(len, rows):
    return sorted(rows, key=lambda row: len(row))
"""


@pytest.mark.parametrize(
    ("function", "line", "says"), [("rank", 8, ""), ("<lambda>", 12, builtin("len", 11))]
)
def test_variables_are_those_of_the_functions_around_the_call(
    tmp_path: Path, function: str, line: int, says: str
) -> None:
    sources = Sources(tmp_path, ["own.py"], {"own.py": SCOPES})
    place = Place("own.py", line, function, sources.line("own.py", line))
    assert reason(INT, sources, "f", place) == says


@pytest.mark.parametrize("call", ["id(", "len("])
def test_many_calls_in_a_large_file(tmp_path: Path, call: str) -> None:
    """It took 17 seconds for each test that failed there."""
    text = "class Board:\n def rank(self): 0\n" + "def rank(max): 0\n" * 11_000
    sources = Sources(tmp_path, ["own.py"], {"own.py": text})
    place = Place("own.py", 3, "rank", call * 40)
    assert sources.python("own.py").nodes
    started = time.process_time()
    assert reason(INT, sources, "f", place) == ""
    assert time.process_time() - started < 3


def test_a_long_name_is_not_quoted_twice(tmp_path: Path) -> None:
    name = "m" * 1000
    text = f"class Board:\n def {name}(self): 0\n def reset(self): self.{name} = 0\n"
    sources = Sources(tmp_path, ["own.py"], {"own.py": text})
    assert "hides the method" in reason(INT, sources, name, None)
