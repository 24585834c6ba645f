import boards
import pytest
from ac3 import consistent

TABLE = {
    "the last cage": ("2 4 3 1\n4 1 2 3\n3 2 1 4\n1 3 124 4", False),
    "a cage in the middle": ("2 4 3 1\n4 1 2 3\n1 3 1234 1234\n1234 1234 4 2", False),
    "a column": ("12 4 1234 1234\n1234 1 1234 1234\n1234 1234 1234 4\n1234 4 1234 1234", False),
    "a row": ("12 4 1234 4\n1234 1234 1234 1234\n1234 1234 1234 1234\n12 13 4 2", False),
    "an Add cage without room": ("1234 " * 4 + "\n1234 1234 4 12\n12 12 3 12\n12 12 12 12", False),
    "a Mul cage that does not divide": ("12 12 2 12\n" + "12 12 12 12\n" * 3, False),
    "half a solution": (
        "2 1234 3 1234\n4 1234 1234 13\n3 2 1234 1234\n1234 3 4 1234",
        True,
    ),
}


@pytest.mark.parametrize(("text", "expected"), TABLE.values(), ids=TABLE)
def test_domains(text, expected):
    """consistent checks all rows, all columns and all cages"""
    assert consistent(boards.EXAMPLE, boards.domains(text)) is expected
