import boards
import pytest
from ac3 import reduce_domain
from provided import Arc

DOMAINS = boards.domains("""
123456 45     6      2
36     123456 1246   56
5      35     123456 123
23     1      246    123456
""")

TABLE = {
    "neq, the only value": (Arc("neq", (0, 0), (0, 2)), [1, 2, 3, 4, 5]),
    "neq, down a column": (Arc("neq", (2, 2), (0, 2)), [1, 2, 3, 4, 5]),
    "neq, nothing to remove": (Arc("neq", (1, 1), (0, 1)), [1, 2, 3, 4, 5, 6]),
    "neq, first and second differ": (Arc("neq", (0, 2), (0, 0)), [6]),
    "sum, its target can be reached": (Arc("sum", (0, 0), (0, 1), 8), [1, 2, 3, 4]),
    "sum, the least of second counts": (Arc("sum", (1, 1), (2, 1), 6), [1, 2, 3]),
    "sum, none": (Arc("sum", (0, 2), (2, 0), 10), []),
    "sum, less than the target is enough": (Arc("sum", (3, 1), (2, 3), 9), [1]),
    "product, divisors": (Arc("product", (0, 0), (3, 1), 12), [1, 2, 3, 4, 6]),
    "product, divisors of what is left": (Arc("product", (1, 2), (3, 0), 12), [1, 2, 4, 6]),
    "product, less than the target is enough": (Arc("product", (1, 0), (2, 3), 18), [3, 6]),
    "product, no divisor": (Arc("product", (2, 1), (3, 3), 8), []),
    "product, both together": (Arc("product", (1, 3), (1, 2), 20), [5]),
}


@pytest.mark.parametrize(("arc", "expected"), TABLE.values(), ids=TABLE)
def test_arcs(arc, expected):
    """reduce_domain returns a list of the values of first that go with a value of second"""
    assert reduce_domain(arc, DOMAINS) == expected


def test_order_is_kept():
    """reduce_domain keeps the values in their order"""
    domains = {(0, 0): [4, 1, 3, 2], (0, 1): [3]}
    assert reduce_domain(Arc("neq", (0, 0), (0, 1)), domains) == [4, 1, 2]


@pytest.mark.parametrize("kind", ["neq", "sum", "product"])
def test_empty_domain(kind):
    """reduce_domain keeps no value if the domain of first or of second is empty"""
    arc = Arc(kind, (0, 0), (0, 1), 12)
    assert reduce_domain(arc, boards.domains("123 -")) == []
    assert reduce_domain(arc, boards.domains("- 123")) == []


ALL = {
    "neq": (Arc("neq", (0, 0), (0, 1)), [9], [8, 1, 16, 2]),
    "sum": (Arc("sum", (0, 0), (0, 1), 17), [1], [9, 8, 1, 16, 2]),
    "product": (Arc("product", (0, 0), (0, 1), 48), [1], [8, 1, 16, 2]),
}


@pytest.mark.parametrize(("arc", "second", "expected"), ALL.values(), ids=ALL)
def test_order_of_large_values(arc, second, expected):
    """reduce_domain keeps values above 8 in their order"""
    domains = {(0, 0): [9, 8, 1, 16, 2], (0, 1): second}
    assert reduce_domain(arc, domains) == expected


def test_equal_values():
    """reduce_domain lets equal values go together under sum and product, even in one row"""
    domains = boards.domains("123 2")
    assert reduce_domain(Arc("sum", (0, 0), (0, 1), 4), domains) == [1, 2]
    assert reduce_domain(Arc("product", (0, 0), (0, 1), 4), domains) == [1, 2]


def test_order_is_kept_under_sum_and_product():
    """reduce_domain keeps the values in their order under sum and product, too"""
    domains = {(0, 0): [4, 1, 3, 2], (0, 1): [2]}
    assert reduce_domain(Arc("sum", (0, 0), (0, 1), 5), domains) == [1, 3, 2]
    assert reduce_domain(Arc("product", (0, 0), (0, 1), 12), domains) == [1, 3, 2]
