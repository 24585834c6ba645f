"""What the judge reads from a test as pytest has collected it."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.pytest_items import readable, shared_words
from tests.authoring.sound_kit import put
from tests.conftest import copy_kit, run_autograder

SHARED = {
    "": 0,
    "test_rows": 1,
    "test_row_above": 1,
    "test_table[ROW of zeros]": 2,
    "test_zero_above_zeros": 1,
    "test_of_no_one": 0,
}


@pytest.mark.parametrize(("name", "count"), SHARED.items(), ids=SHARED)
def test_shared_words(name: str, count: int) -> None:
    assert shared_words(name, "_rows_of_zeros_at_the_end") == count


IDS = {
    r"gr\xf6\xdfer, \u2264 \U0001f600": "größer, ≤ 😀",
    r"a\\xe9 stays": r"a\\xe9 stays",
    r"\x1b[2J\u202e\ud800\xad\n": r"\x1b[2J\u202e\ud800\xad\n",
    r"\x41": r"\x41",
}


@pytest.mark.parametrize(("name", "shown"), IDS.items(), ids=map(str, range(len(IDS))))
def test_names_of_rows_that_pytest_escapes(name: str, shown: str) -> None:
    assert readable(name) == shown


def test_report_shows_the_name_of_a_row_as_it_was_written(tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path / "kit")
    put(
        kit / "autograder/assignments/double/tests/test_double.py",
        "import pytest\nfrom double import double\n\n\n"
        "@pytest.mark.parametrize('n', [2, 3], ids=['klein', 'größer'])\n"
        "def test_double(n):\n"
        '    """double doubles"""\n    assert double(n) == 4\n',
    )
    folder = kit / "reference/double"
    ran = run_autograder("check", "double", folder, "--part", "double", "--kit", kit)
    assert "✗ double doubles: größer: wrong\n" in ran.out
