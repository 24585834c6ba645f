"""What a submission lacks besides passing tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.assignment import Rubric, load
from autograder.intake.shortcomings import shortcomings
from autograder.program_cases import Program
from tests.conftest import KITS

DOUBLE = replace(
    load("double", KITS / "double"),
    programs=(),
    given=("own.py:shown",),
    by_hand=(Rubric("style", 10, "clear names, tests of your own"),),
)
GOOD = '''\
"""Doubles."""


def double(number):
    """Twice the number."""
    return 2 * number


def shown(number):
    print(number)
    assert number


def _helper():
    return 1


assert double(2) == 4

if __name__ == "__main__":
    print(double(int(input())))
'''


def found(text: str, **more: str) -> list[str]:
    return shortcomings(DOUBLE, {"own.py": text, **more})


def test_nothing_is_missing() -> None:
    """A given function may print, and so may the code that starts the program."""
    assert found(GOOD) == []
    assert len(found(GOOD.replace("shown", "hidden"))) == 2


def test_forgotten_calls() -> None:
    body = "    print('here')\n    breakpoint()\n    print(1)\n    print(2)\n    print(3)\n"
    lines = found(GOOD.replace("    return 2", f"{body}    return 2"))
    left = "left over from debugging?"
    assert lines == [
        f"own.py, line 6: {left} print",
        f"own.py, line 7: {left} breakpoint",
        f"own.py, line 8: {left} print",
        "own.py: 2 more like this",
    ]
    assert found(GOOD + "if double(2) == 4:\n    print(__name__)\n") == [
        f"own.py, line 23: {left} print"
    ]


def test_program_may_print() -> None:
    own = replace(DOUBLE, programs=(Program("own.py"),))
    text = "def main():\n    '''Start.'''\n    print(1)\n    breakpoint()\n\n\nassert 1\n"
    assert shortcomings(own, {"own.py": text}) == [
        "own.py, line 4: left over from debugging? breakpoint"
    ]


def test_docstrings() -> None:
    text = "class A:\n    def b(self):\n        pass\n\n\nassert A\n"
    assert found(text) == ["own.py: no docstring in A (line 1), b (line 2)"]


@pytest.mark.parametrize(
    ("text", "has_tests"),
    [
        ("def shown():\n    'x'\n", False),
        ("def f():\n    'x'\n    assert 1\n", False),
        ("def f():\n    '''x\n\n    >>> f()\n    1\n    '''\n", True),
        ("def test_f():\n    pass\n", True),
        ("if 1:\n    assert 1\n", True),
    ],
)
def test_own_tests(text: str, has_tests: bool) -> None:
    says = "no tests of your own: no test function, no assert, no >>> example"
    assert (says not in found(text)) == has_tests
    assert says not in found(text, **{"test_own.py": "assert 1\n"})


def test_own_tests_that_nobody_asks_for() -> None:
    """A rubric item or a file of tests asks for them."""
    text = {"own.py": "def shown():\n    'x'\n"}
    style = replace(DOUBLE, by_hand=(Rubric("style", 10, "clear names, the latest syntax"),))
    assert shortcomings(style, text) == []
    assert len(shortcomings(replace(style, files=("own.py", "own_tests.py")), text)) == 1
