import boards
from ac3 import create_arcs


def test_example():
    """create_arcs returns all arcs of the three kinds, each once, and no others"""
    arcs = create_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_ARCS)


def test_two_kinds():
    """create_arcs joins two positions of one row and one cage by arcs of both kinds"""
    sums = boards.both_ways("sum", "00-01 00-10 00-11 01-10 01-11 10-11", 6)
    arcs = create_arcs(boards.TWO)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_2 + sums)
