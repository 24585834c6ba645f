"""Python's warnings about a student's text: they are not shown beside the report.

These tests make errors of warnings, so that a file with one would count as no Python.
"""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import load
from autograder.judge.fixtures.suite import lines_of_tests
from autograder.judge.readiness import shortcomings
from autograder.judge.sources import Sources, syntax_tree
from autograder.judge.style_hints import docstrings
from autograder.judge.wrong_calls import explain_loop
from autograder.report import Place
from autograder.sandbox.messages import Response, ResponseKind
from tests.conftest import KITS

TEXT = '''\
"""Any number is \\d."""


def test_number():
    print("\\d")
'''


def test_file_to_hand_in() -> None:
    found = shortcomings(load("double", KITS / "double"), {"own.py": TEXT})
    assert found == ["own.py, line 5: left over from debugging? print('\\\\d')"]


def test_docstrings() -> None:
    assert docstrings({"own.py": TEXT}) == "docstrings: 1 of 2"


def test_file_of_tests() -> None:
    assert lines_of_tests(TEXT) == {"test_number": 4}


def test_tree(tmp_path: Path) -> None:
    assert Sources(tmp_path, ("own.py",), {"own.py": TEXT}).tree("own.py") is not None


def test_condition_of_a_loop() -> None:
    place = Place("own.py", 3, "double", 'while "\\d":')
    reason = explain_loop(place, Response(ResponseKind.TIMED_OUT))
    assert (
        reason == '`while "\\d"` (line 3) ends only with `break` or `return`; neither was reached'
    )


MARKS = "\u0300\u0316"
"""Combining marks in the wrong order: Python sorts those of a name, in quadratic time."""


def test_name_that_python_sorts_for_minutes() -> None:
    assert syntax_tree(f"x{MARKS * 100} = 1\n") is None
    assert syntax_tree(f"# e{MARKS * 20} in a comment\nname = 'Việt Nam, हिन्दी, ภาษาไทย'\n" * 50)
