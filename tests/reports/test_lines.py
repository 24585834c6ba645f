"""The line of a student's files that a failure is about."""

from __future__ import annotations

import pytest

from autograder.report import Detail, Place
from autograder.reports.lines import place_of

SOURCES = {
    "own.py": "import sys\n\n\ndef double(x):\n    return x\n\n\nclass C:\n    def solve(self):\n"
    "        pass\n",
    "more.py": "def (\ndef twice(x):\n    pass\nclass D:\n    def twice(self):\n        pass\n",
}
CASES = {
    "crash": ("p", Detail("it raised", "double(7)", place=Place("own.py", 5, "double")), "own 5"),
    "syntax error": ("p", Detail("more.py cannot be loaded: more.py, line 1: invalid"), "more 1"),
    "wrong answer": ("p", Detail("it is wrong", "double(7)"), "own 4"),
    "method": ("p", Detail("it is wrong", "c.solve()"), "own 9"),
    "class": ("p", Detail("it is wrong", "c = ...\nC('x')"), "own 8"),
    "one of two": ("double", Detail("it is wrong", "twice(7)"), "own 4"),
    "program": ("p", Detail("wrong", "own.py < a.in"), ""),
}


@pytest.mark.parametrize(("part", "detail", "expected"), CASES.values(), ids=CASES)
def test_place_of_a_failure(part: str, detail: Detail, expected: str) -> None:
    place = place_of(detail, part, SOURCES)
    assert (f"{place.file.removesuffix('.py')} {place.line}" if place else "") == expected
