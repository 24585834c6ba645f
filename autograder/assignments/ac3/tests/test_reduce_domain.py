import boards
import pytest
from ac3 import reduce_domain
from provided import Arc

FIRST, SECOND = (0, 0), (0, 1)

TABLE = {
    "neq with a singleton": (Arc("neq", FIRST, SECOND), "123 2", [1, 3]),
    "neq, 1 and 8 are left": (Arc("neq", FIRST, SECOND), "158 5", [1, 8]),
    "values keep their order": (Arc("neq", FIRST, SECOND), "213 3", [2, 1]),
    "sum, values keep their order": (Arc("sum", FIRST, SECOND, 4), "132 2", [1, 2]),
    "sum, 1 and 8 are left": (Arc("sum", FIRST, SECOND, 9), "189 1", [1, 8]),
    "product, values keep their order": (Arc("product", FIRST, SECOND, 8), "4312 2", [4, 1, 2]),
    "product, 1 and 8 are left": (Arc("product", FIRST, SECOND, 8), "138 1", [1, 8]),
    "sum of equal values": (Arc("sum", FIRST, SECOND, 4), "23 2", [2]),
    "product of equal values": (Arc("product", FIRST, SECOND, 4), "23 2", [2]),
    "neq with an empty domain": (Arc("neq", FIRST, SECOND), "12 -", []),
    "sum with an empty domain": (Arc("sum", FIRST, SECOND, 4), "12 -", []),
    "product with an empty domain": (Arc("product", FIRST, SECOND, 4), "12 -", []),
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
