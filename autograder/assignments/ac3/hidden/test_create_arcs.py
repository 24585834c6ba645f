import boards
from ac3 import create_arcs
from provided import read_puzzle


def test_add_and_mul(monkeypatch):
    """create_arcs returns the arcs of Add and Mul cages and those of rows and columns"""
    sums = boards.both_ways("sum", "00-01 00-11 01-11", 5)
    products = [
        *boards.both_ways("product", "02-12", 3),
        *boards.both_ways("product", "20-21 20-22 21-22", 12),
    ]
    boards.give_arcs(monkeypatch, boards.ADD_AND_MUL, boards.NEQ_3, sums, products)
    arcs = create_arcs(boards.ADD_AND_MUL)
    assert boards.in_order(arcs) == boards.in_order([*boards.NEQ_3, *sums, *products])


def test_other_kinds_of_cages(monkeypatch):
    """create_arcs returns no arc for Single, Sub and Div"""
    puzzle = read_puzzle("2\nSub 1 0,0 0,1\nSingle 1 1,0\nSingle 2 1,1\n")
    boards.give_arcs(monkeypatch, puzzle, boards.NEQ_2, [], [])
    assert boards.in_order(create_arcs(puzzle)) == boards.in_order(boards.NEQ_2)


def test_one_by_one(monkeypatch):
    """create_arcs returns no arc for a grid of one position"""
    boards.give_arcs(monkeypatch, None, [], [], [])
    assert create_arcs(read_puzzle("1\nSingle 1 0,0\n")) == []


def test_again(monkeypatch):
    """create_arcs returns the arcs of this puzzle, whichever puzzle came before"""
    example = (boards.NEQ_4, boards.EXAMPLE_SUMS, boards.EXAMPLE_PRODUCTS)
    boards.give_arcs(monkeypatch, boards.EXAMPLE, *example)
    assert boards.in_order(create_arcs(boards.EXAMPLE)) == boards.in_order(boards.EXAMPLE_ARCS)
    assert create_arcs(read_puzzle("1\nSingle 1 0,0\n")) == []
    assert boards.in_order(create_arcs(boards.EXAMPLE)) == boards.in_order(boards.EXAMPLE_ARCS)
