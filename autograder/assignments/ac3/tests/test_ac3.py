"""propagate_domains is given: it returns what is right if all arcs are in the queue."""

import boards
import pytest
from ac3 import ac3
from provided import Arc

ROW = boards.both_ways("neq", "00-01 00-02 00-03 01-02 01-03 02-03")
SEVEN = [Arc("product", (0, 0), (0, 1), 7), Arc("product", (0, 1), (0, 0), 7)]
KINDS = boards.both_ways("neq", "00-01") + boards.both_ways("sum", "00-01", 3)
EXAMPLE = boards.EXAMPLE_ARCS

TABLE = {
    "two positions": (boards.both_ways("neq", "00-01"), boards.domains("1 12"), "1 2"),
    "an arc is processed again": (ROW, boards.domains("1234 134 34 4"), "2 1 3 4"),
    "a domain becomes empty": (SEVEN, boards.domains("234 234"), None),
    "two kinds between two": (KINDS, boards.domains("13 12"), "1 2"),
    "no arcs, but an empty domain": ([], boards.domains("1 -"), None),
    "no arcs": ([], boards.domains("1 12"), "1 12"),
    "the example": (EXAMPLE, boards.FULL, boards.AFTER_AC3),
    "the example, arcs in another order": (EXAMPLE[::-1], boards.FULL, boards.AFTER_AC3),
    "down to the solution": (EXAMPLE, boards.HALF_WAY, boards.SOLVED),
    "nothing to remove": (EXAMPLE, boards.AFTER_AC3, boards.AFTER_AC3),
}


@pytest.mark.parametrize(("arcs", "before", "after"), TABLE.values(), ids=TABLE)
def test_arcs(monkeypatch, arcs, before, after):
    """ac3 returns, in new lists, the domains when no arc can remove a value"""
    expected = boards.domains(after) if isinstance(after, str) else after
    boards.give_propagation(monkeypatch, arcs, before, expected)
    assert ac3(arcs, before) == expected
