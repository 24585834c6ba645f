import boards
import pytest

TABLE = {
    "the last": ("1234 123 1234\n123 1234 123\n123 1234 12", [(2, 2)]),
    "the only one": ("1 2 3\n2 3 1\n3 12 2", [(2, 1)]),
    "all values but one": ("1 1234 2\n1234 123 1234\n4 1234 2", [(1, 1)]),
    "small values do not count": ("12345 45 1234\n123 1234 123\n123 1234 123", [(0, 1)]),
    "two of the smallest": ("123 12 1234\n1 123 34\n123 2 123", [(0, 1), (1, 2)]),
}


@pytest.mark.parametrize(("text", "expected"), TABLE.values(), ids=TABLE)
def test_smallest(student, text, expected):
    """select_variable returns a position with a smallest domain of more than one value"""
    assert student.select_variable(boards.domains(text)) in expected
