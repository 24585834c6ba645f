import boards
from ac3 import create_sum_arcs
from provided import read_puzzle


def test_other_kinds_of_cages():
    """create_sum_arcs makes no arc for Single, Sub, Mul and Div"""
    puzzle = read_puzzle(
        "3\nSub 1 0,0 0,1\nDiv 3 0,2 1,2\nSingle 3 1,0\nMul 2 1,1 2,1\nMul 6 2,0 2,2\n"
    )
    assert create_sum_arcs(puzzle) == []


def test_one_cell():
    """create_sum_arcs makes no arc for an Add cage of one position"""
    puzzle = read_puzzle("2\nAdd 1 0,0\nAdd 5 0,1 1,0 1,1\n")
    expected = boards.both_ways("sum", "01-10 01-11 10-11", 5)
    assert boards.in_order(create_sum_arcs(puzzle)) == boards.in_order(expected)


def test_equal_targets():
    """create_sum_arcs joins the positions of each cage, even of cages with equal targets"""
    puzzle = read_puzzle("2\nAdd 3 0,0 0,1\nAdd 3 1,0 1,1\n")
    expected = boards.both_ways("sum", "00-01 10-11", 3)
    assert boards.in_order(create_sum_arcs(puzzle)) == boards.in_order(expected)


def test_several_cages():
    """create_sum_arcs gives each cage's arcs the target of that cage"""
    puzzle = read_puzzle("3\nAdd 5 0,0 0,1 0,2\nAdd 3 2,0 2,2\nAdd 10 1,0 1,1 1,2 2,1\n")
    expected = [
        *boards.both_ways("sum", "00-01 00-02 01-02", 5),
        *boards.both_ways("sum", "20-22", 3),
        *boards.both_ways("sum", "10-11 10-12 10-21 11-12 11-21 12-21", 10),
    ]
    assert boards.in_order(create_sum_arcs(puzzle)) == boards.in_order(expected)


def test_again():
    """create_sum_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_sum_arcs(boards.EXAMPLE)
        assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_SUMS)
