import boards
import pytest
from ac3 import reduce_domain
from provided import Arc

FIRST, SECOND = (0, 0), (0, 1)

TABLE = {
    "neq with a singleton": (Arc("neq", FIRST, SECOND), "123 2", [1, 3]),
    "neq with two values": (Arc("neq", FIRST, SECOND), "12 12", [1, 2]),
    "neq from right to left": (Arc("neq", SECOND, FIRST), "3 1234", [1, 2, 4]),
    "sum": (Arc("sum", FIRST, SECOND, 4), "1234 234", [1, 2]),
    "sum that removes nothing": (Arc("sum", FIRST, SECOND, 7), "1234 1234", [1, 2, 3, 4]),
    "product": (Arc("product", FIRST, SECOND, 9), "1234 1234", [1, 3]),
    "product of both": (Arc("product", FIRST, SECOND, 6), "1236 23", [1, 2, 3]),
    "nothing is left": (Arc("neq", FIRST, SECOND), "2 2", []),
    "product of two divisors": (Arc("product", FIRST, SECOND, 12), "1246 2", [1, 2, 6]),
}


@pytest.mark.parametrize(("arc", "text", "expected"), TABLE.values(), ids=TABLE)
def test_arcs(arc, text, expected):
    """reduce_domain returns a list of the values of first that go with a value of second"""
    assert reduce_domain(arc, boards.domains(text)) == expected
