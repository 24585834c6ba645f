import boards
import pytest
from ac3 import select_variable

TABLE = {
    "the last": ("1234 123 1234\n123 1234 123\n123 1234 12", [(2, 2)]),
    "the only one": ("1 2 3\n2 3 1\n3 12 2", [(2, 1)]),
    "all values but one": ("1 1234 2\n1234 123 1234\n4 1234 2", [(1, 1)]),
    "small values do not count": ("12345 45 1234\n123 1234 123\n123 1234 123", [(0, 1)]),
    "the first": ("12 123 1234\n123 1234 123\n1 3 123", [(0, 0)]),
    "none has fewer than four": ("1 12345 1234\n2 3 4\n4 1 3", [(0, 2)]),
    "beside an empty domain": ("- 123 1\n12 123 -\n1 2 3", [(1, 0)]),
    "two of the smallest": ("123 12 1234\n1 123 34\n123 2 123", [(0, 1), (1, 2)]),
}


@pytest.mark.parametrize(("text", "expected"), TABLE.values(), ids=TABLE)
def test_smallest(text, expected):
    """select_variable returns a position with a smallest domain of more than one value"""
    assert select_variable(boards.domains(text)) in expected


def test_again():
    """select_variable looks only at the domains of this call"""
    assert select_variable(boards.domains("1 12\n123 2")) == (0, 1)
    assert select_variable(boards.domains("1234 1\n2 123")) == (1, 1)
