import boards
from ac3 import create_sum_arcs
from provided import read_puzzle


def test_two_cages():
    """create_sum_arcs joins the positions of each cage, even of cages with equal targets"""
    arcs = create_sum_arcs(read_puzzle("2\nAdd 3 0,0 0,1\nAdd 3 1,0 1,1\n"))
    assert boards.in_order(arcs) == boards.in_order(boards.both_ways("sum", "00-01 10-11", 3))


def test_other_kinds_of_cages():
    """create_sum_arcs makes no arc for other kinds of cages, nor for one position"""
    assert create_sum_arcs(read_puzzle("2\nMul 2 0,0 0,1\nAdd 2 1,0\nSingle 1 1,1\n")) == []


def test_one_large_cage():
    """create_sum_arcs also joins positions of a cage in different rows and columns"""
    arcs = create_sum_arcs(boards.TWO)
    expected = boards.both_ways("sum", "00-01 00-10 00-11 01-10 01-11 10-11", 6)
    assert boards.in_order(arcs) == boards.in_order(expected)


def test_again():
    """create_sum_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_sum_arcs(read_puzzle("2\nAdd 3 0,0 0,1\nSub 1 1,0 1,1\n"))
        assert boards.in_order(arcs) == boards.in_order(boards.both_ways("sum", "00-01", 3))


def test_example():
    """create_sum_arcs joins all positions of an Add cage, both ways, with its target"""
    arcs = create_sum_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_SUMS)
