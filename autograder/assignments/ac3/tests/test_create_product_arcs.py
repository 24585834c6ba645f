import boards
from ac3 import create_product_arcs
from provided import read_puzzle


def test_two_cages():
    """create_product_arcs joins the positions of each cage, even of cages with equal targets"""
    arcs = create_product_arcs(read_puzzle("2\nMul 2 0,0 0,1\nMul 2 1,0 1,1\n"))
    assert boards.in_order(arcs) == boards.in_order(boards.both_ways("product", "00-01 10-11", 2))


def test_other_kinds_of_cages():
    """create_product_arcs makes no arc for other kinds of cages, nor for one position"""
    assert create_product_arcs(read_puzzle("2\nAdd 3 0,0 0,1\nMul 2 1,0\nSingle 1 1,1\n")) == []


def test_one_large_cage():
    """create_product_arcs also joins positions of a cage in different rows and columns"""
    arcs = create_product_arcs(read_puzzle("2\nMul 4 0,0 0,1 1,0 1,1\n"))
    expected = boards.both_ways("product", "00-01 00-10 00-11 01-10 01-11 10-11", 4)
    assert boards.in_order(arcs) == boards.in_order(expected)


def test_again():
    """create_product_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_product_arcs(read_puzzle("2\nMul 2 0,0 0,1\nSub 1 1,0 1,1\n"))
        assert boards.in_order(arcs) == boards.in_order(boards.both_ways("product", "00-01", 2))


def test_example():
    """create_product_arcs joins all positions of a Mul cage, both ways, with its target"""
    arcs = create_product_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_PRODUCTS)
