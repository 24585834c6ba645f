import boards
from ac3 import ac3
from provided import Arc


def test_example():
    """ac3 keeps the values that the arcs allow"""
    assert ac3(boards.EXAMPLE_ARCS, boards.FULL) == boards.AFTER_AC3


def test_order_of_the_arcs():
    """ac3 returns the same domains whatever the order of the arcs"""
    assert ac3(boards.EXAMPLE_ARCS[::-1], boards.FULL) == boards.AFTER_AC3


def test_down_to_the_solution():
    """ac3 continues until no arc can remove a value"""
    assert ac3(boards.EXAMPLE_ARCS, boards.HALF_WAY) == boards.SOLVED


def test_processed_again():
    """ac3 processes an arc again when the domain of its second position becomes smaller"""
    row = boards.both_ways("neq", "00-01 00-02 00-03 01-02 01-03 02-03")
    assert ac3(row, boards.domains("1234 134 34 4")) == boards.domains("2 1 3 4")


def test_empty_domain():
    """ac3 returns None when a domain becomes empty"""
    arcs = [Arc("product", (0, 0), (0, 1), 7), Arc("product", (0, 1), (0, 0), 7)]
    assert ac3(arcs, boards.domains("234 234")) is None


def test_nothing_to_remove():
    """ac3 returns a copy of domains that no arc can reduce"""
    assert ac3(boards.EXAMPLE_ARCS, boards.AFTER_AC3) == boards.AFTER_AC3
