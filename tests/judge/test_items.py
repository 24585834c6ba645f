"""What the judge reads from a test as pytest has collected it."""

from __future__ import annotations

import pytest

from autograder.judge.items import shared_words

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
