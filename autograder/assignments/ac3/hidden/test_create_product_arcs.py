import boards
from ac3 import create_product_arcs
from provided import read_puzzle


def test_several_cages():
    """create_product_arcs gives each cage's arcs the target of that cage"""
    expected = [
        *boards.both_ways("product", "02-12", 3),
        *boards.both_ways("product", "20-21 20-22 21-22", 12),
    ]
    arcs = create_product_arcs(boards.ADD_AND_MUL)
    assert boards.in_order(arcs) == boards.in_order(expected)


def test_equal_targets():
    """create_product_arcs joins the positions of each cage, even of cages with equal targets"""
    puzzle = read_puzzle("2\nMul 2 0,0 0,1\nMul 2 1,0 1,1\n")
    expected = boards.both_ways("product", "00-01 10-11", 2)
    assert boards.in_order(create_product_arcs(puzzle)) == boards.in_order(expected)


def test_cells_apart():
    """create_product_arcs joins positions wherever they are in the grid"""
    puzzle = read_puzzle("2\nMul 1 0,0 1,1\nDiv 1 0,1 1,0\n")
    arcs = create_product_arcs(puzzle)
    assert boards.in_order(arcs) == boards.in_order(boards.both_ways("product", "00-11", 1))


def test_one_cell():
    """create_product_arcs makes no arc for a Mul cage of one position"""
    puzzle = read_puzzle("2\nMul 2 0,0\nSingle 1 0,1\nSub 1 1,0 1,1\n")
    assert create_product_arcs(puzzle) == []


def test_again():
    """create_product_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_product_arcs(boards.EXAMPLE)
        assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_PRODUCTS)
