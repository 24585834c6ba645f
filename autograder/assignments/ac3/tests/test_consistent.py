import boards
import pytest
from ac3 import consistent

TABLE = {
    "the solution": (boards.SOLVED, True),
    "nothing assigned": (boards.FULL, True),
    "a value twice in a row": ("24 1 1 3\n24 4 2 13\n3 2 14 4\n1 3 4 2", False),
    "a cage that does not fit": (
        "1 1234 1234 1234\n3 1234 1234 1234" + "\n1234 1234 1234 1234" * 2,
        False,
    ),
    "the last cage does not fit": ("1234 1234 1234 1234\n" * 3 + "1234 1234 1234 1", False),
}


@pytest.mark.parametrize(("values", "expected"), TABLE.values(), ids=TABLE)
def test_domains(values, expected):
    """consistent checks rows, columns and cages"""
    domains = boards.domains(values) if isinstance(values, str) else values
    assert consistent(boards.EXAMPLE, domains) is expected
