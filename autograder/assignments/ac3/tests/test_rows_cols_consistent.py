import boards
import pytest
from ac3 import rows_cols_consistent

TABLE = {
    "a solution": (boards.SOLVED, True),
    "no values yet": (boards.FULL, True),
    "a value twice in a row": (boards.domains("1 123 1\n123 123 123\n123 123 123"), False),
    "a value twice in a column": (boards.domains("1 123 123\n123 123 123\n1 123 123"), False),
    "a value twice in the last column": (boards.domains("123 123 1\n123 123 2\n123 123 1"), False),
}


@pytest.mark.parametrize(("domains", "expected"), TABLE.values(), ids=TABLE)
def test_values(domains, expected):
    """rows_cols_consistent returns whether the values of each row and column differ"""
    size = max(row for row, _ in domains) + 1
    assert rows_cols_consistent(domains, size) is expected


def test_larger_domains_play_no_part():
    """rows_cols_consistent ignores positions that have no value yet"""
    domains = boards.domains("12 12 12\n12 3 12\n3 12 123")
    assert rows_cols_consistent(domains, 3) is True
