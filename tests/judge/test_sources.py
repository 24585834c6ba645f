"""Python's warnings about a student's text: they are not shown beside the report.

These tests make errors of warnings, so that a file with one would count as no Python.
"""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import load
from autograder.intake.shortcomings import shortcomings
from autograder.judge.calls import Invocation
from autograder.judge.explain.calls import endless_loop
from autograder.judge.explain.evidence import Evidence
from autograder.judge.fixtures.suite import lines_of_tests
from autograder.judge.sources import Sources
from autograder.report import Place
from autograder.reports.style_hints import docstrings
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
    assert Sources(tmp_path, ("own.py",), {"own.py": TEXT}).python("own.py").is_python


def test_condition_of_a_loop(tmp_path: Path) -> None:
    place = Place("own.py", 3, "double", 'while "\\d":')
    response, sources = Response(ResponseKind.TIMED_OUT), Sources(tmp_path, (), {})
    found = endless_loop(Evidence(Invocation("f"), response, sources, place))
    assert found == '`while "\\d"` (line 3) ends only with `break` or `return`; neither was reached'
