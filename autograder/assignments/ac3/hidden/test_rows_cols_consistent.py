import boards
import pytest
from ac3 import rows_cols_consistent

TABLE = {
    "the last row": ("1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 12 4", False),
    "the last column": ("1 2 3 4\n2 1 4 123\n3 1234 1 2\n1234 3 2 4", False),
    "neighbours in a row": ("12 12\n2 2", False),
    "neighbours in a column": ("12 2\n12 2", False),
    "a diagonal may repeat": ("1 123 123\n123 1 123\n123 123 1", True),
    "equal domains of two values": ("12 12 3\n12 12 123\n123 3 123", True),
    "a value that another may have": ("1 12 123\n12 123 3\n123 3 12", True),
    "one position": ("1", True),
    "empty domains": ("- - 12\n- 1 2\n123 2 -", True),
    "a value twice beside an empty domain": ("- 1 1\n123 12 2\n1 123 3", False),
    "a value twice in the first row": ("1 1 123\n123 12 12\n123 23 123", False),
    "two repeats": ("1 1 2\n1 3 3\n123 123 123", False),
}


@pytest.mark.parametrize(("text", "expected"), TABLE.values(), ids=TABLE)
def test_values(monkeypatch, text, expected):
    """rows_cols_consistent checks every row and every column"""
    domains = boards.domains(text)
    boards.give_values(monkeypatch, domains)
    assert rows_cols_consistent(domains, len(text.splitlines())) is expected
