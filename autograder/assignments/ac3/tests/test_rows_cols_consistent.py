import boards
import pytest
from ac3 import rows_cols_consistent

TABLE = {
    "2 x 2, a solution": (boards.domains("1 2\n2 1"), True),
    "2 x 2, no values yet": (boards.domains("12 12\n12 12"), True),
    "neighbours in a row": (boards.domains("12 12\n2 2"), False),
    "neighbours in a column": (boards.domains("12 2\n12 2"), False),
    "a diagonal may repeat": (boards.domains("1 12\n12 1"), True),
    "empty domains": (boards.domains("- -\n1 -"), True),
    "a value twice in a row": (boards.domains("1 123 1\n123 123 123\n123 123 123"), False),
    "a value twice in a column": (boards.domains("1 123 123\n123 123 123\n1 123 123"), False),
    "a value twice in the last column": (boards.domains("123 123 1\n123 123 2\n123 123 1"), False),
    "a value twice beside an empty domain": (boards.domains("- 1 1\n12 12 12\n12 12 12"), False),
    "no values yet": (boards.FULL, True),
    "the last of seven rows": (
        boards.domains("12 " * 7 + ("\n" + "12 " * 7) * 5 + "\n7 7" + " 12" * 5),
        False,
    ),
    "a solution": (boards.SOLVED, True),
}


@pytest.mark.parametrize(("domains", "expected"), TABLE.values(), ids=TABLE)
def test_values(monkeypatch, domains, expected):
    """rows_cols_consistent returns whether the values of each row and column differ"""
    boards.give_values(monkeypatch, domains)
    size = max(row for row, _ in domains) + 1
    assert rows_cols_consistent(domains, size) is expected


def test_larger_domains_play_no_part(monkeypatch):
    """rows_cols_consistent ignores positions that have no value yet"""
    domains = boards.domains("12 12 12\n12 3 12\n3 12 123")
    boards.give_values(monkeypatch, domains)
    assert rows_cols_consistent(domains, 3) is True
