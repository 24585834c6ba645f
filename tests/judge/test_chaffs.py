"""How a chaff changes the reference."""

from __future__ import annotations

import contextlib
import io

import pytest

from autograder.judge.chaffs import with_chaff

REFERENCE = '''\
"""Doubles.

if __name__ == "__main__": begins the program.
"""

def double(n):
    return 2 * n


if CONDITION:
    print(double(5))
'''
CHAFF = "def double(n):\n    return n + 2\n"


@pytest.mark.parametrize(
    "condition", ['__name__ == "__main__"', "__name__ == '__main__'", "'__main__' == __name__"]
)
def test_program_starts_after_the_chaff(condition: str) -> None:
    """However the condition is written; a text that quotes one is no such code."""
    source = with_chaff(REFERENCE.replace("CONDITION", condition), CHAFF)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(source, {"__name__": "__main__"})
    assert printed.getvalue() == "7\n"


def test_chaff_of_a_file_that_is_no_program() -> None:
    assert with_chaff("SIZE = 3\n", CHAFF) == f"SIZE = 3\n\n\n{CHAFF}\n\n"
