"""What the judge reads from a test as pytest has collected it."""

from __future__ import annotations

import pytest

from autograder.judge.pytest_items import readable

IDS = {
    r"gr\xf6\xdfer, \u2264 \U0001f600": "größer, ≤ 😀",
    r"a\\xe9 stays": r"a\\xe9 stays",
    r"\x1b[2J\u202e\ud800\xad\n": r"\x1b[2J\u202e\ud800\xad\n",
    r"\x41": r"\x41",
}


@pytest.mark.parametrize(("name", "shown"), IDS.items(), ids=map(str, range(len(IDS))))
def test_names_of_rows_that_pytest_escapes(name: str, shown: str) -> None:
    assert readable(name) == shown
