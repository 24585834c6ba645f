import boards
from ac3 import create_sum_arcs


def test_example():
    """create_sum_arcs joins all positions of an Add cage, both ways, with its target"""
    arcs = create_sum_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_SUMS)


def test_one_large_cage():
    """create_sum_arcs also joins positions of a cage in different rows and columns"""
    arcs = create_sum_arcs(boards.TWO)
    expected = boards.both_ways("sum", "00-01 00-10 00-11 01-10 01-11 10-11", 6)
    assert boards.in_order(arcs) == boards.in_order(expected)
