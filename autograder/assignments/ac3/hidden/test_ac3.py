"""propagate_domains is given: it returns what is right if all arcs are in the queue."""

import boards
import pytest
from ac3 import ac3

NEQ_ROW = boards.both_ways("neq", "00-01 00-02 00-03 01-02 01-03 02-03")
SMALL_SUM = boards.both_ways("sum", "00-01 00-11 01-11", 5)
PRODUCTS = [
    *boards.both_ways("product", "02-12", 3),
    *boards.both_ways("product", "20-21 20-22 21-22", 12),
]
NEQ_AND_SUM = boards.both_ways("neq", "00-01") + boards.both_ways("sum", "00-01", 3)

TABLE = {
    "several values are left": (
        boards.both_ways("sum", "00-01", 4) + boards.both_ways("neq", "01-02"),
        "123 123 1",
        "12 23 1",
    ),
    "a chain": (NEQ_ROW, "1 12 123 1234", "1 2 3 4"),
    "a chain from the right": (NEQ_ROW, "1234 124 24 4", "3 1 2 4"),
    "two that share two values": (NEQ_ROW, "12 12 123 1234", "12 12 123 1234"),
    "sums of three": (SMALL_SUM, "12345 12345\n12345 345", "12 12\n12345 34"),
    "sums and rows": (
        boards.NEQ_3 + SMALL_SUM,
        "3 123 123\n123 123 123\n123 123 123",
        "3 12 12\n12 12 123\n12 123 123",
    ),
    "products and rows": (
        boards.NEQ_3 + PRODUCTS,
        "123 123 123\n3 123 123\n123 123 123",
        "2 1 3\n3 2 1\n1 3 2",
    ),
    "two kinds between two": (NEQ_AND_SUM, "13 12", "1 2"),
    "two positions, one value": (boards.NEQ_2, "1 12\n12 2", None),
    "too small a sum": (boards.both_ways("sum", "00-01", 3), "23 23", None),
}


@pytest.mark.parametrize("step", [1, -1], ids=["as they are", "backwards"])
@pytest.mark.parametrize(("arcs", "before", "after"), TABLE.values(), ids=TABLE)
def test_arcs(monkeypatch, arcs, before, after, step):
    """ac3 ends when no arc can remove a value, whatever the order of the arcs"""
    expected = after and boards.domains(after)
    boards.give_propagation(monkeypatch, arcs, boards.domains(before), expected)
    assert ac3(arcs[::step], boards.domains(before)) == expected


def test_no_arcs(monkeypatch):
    """ac3 returns a copy of the domains if there are no arcs"""
    boards.give_propagation(monkeypatch, [], boards.domains("12"), boards.domains("12"))
    assert ac3([], boards.domains("12")) == boards.domains("12")


def test_empty_domain(monkeypatch):
    """ac3 returns None if a domain is empty from the start, even without arcs"""
    boards.give_propagation(monkeypatch, [], boards.domains("-"), None)
    assert ac3([], boards.domains("-")) is None
