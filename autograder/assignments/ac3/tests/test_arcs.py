import boards
from ac3 import create_arcs, create_neq_arcs, create_product_arcs, create_sum_arcs
from provided import read_puzzle


def test_create_neq_arcs_two_by_two():
    """create_neq_arcs joins all positions of a row and of a column, both ways"""
    arcs = create_neq_arcs(boards.TWO)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_2)


def test_create_neq_arcs_three_by_three():
    """create_neq_arcs joins positions that are not adjacent, and none on a diagonal"""
    arcs = create_neq_arcs(boards.ADD_AND_MUL)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_3)


def test_create_neq_arcs_again():
    """create_neq_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        assert boards.in_order(create_neq_arcs(boards.TWO)) == boards.in_order(boards.NEQ_2)


def test_create_neq_arcs_four_by_four():
    """create_neq_arcs makes 96 arcs in a grid of four rows"""
    arcs = create_neq_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_4)


def test_create_sum_arcs_two_cages():
    """create_sum_arcs joins the positions of each cage, even of cages with equal targets"""
    arcs = create_sum_arcs(read_puzzle("2\nAdd 3 0,0 0,1\nAdd 3 1,0 1,1\n"))
    assert boards.in_order(arcs) == boards.in_order(boards.both_ways("sum", "00-01 10-11", 3))


def test_create_sum_arcs_other_kinds_of_cages():
    """create_sum_arcs makes no arc for other kinds of cages, nor for one position"""
    assert create_sum_arcs(read_puzzle("2\nMul 2 0,0 0,1\nAdd 2 1,0\nSingle 1 1,1\n")) == []


def test_create_sum_arcs_one_large_cage():
    """create_sum_arcs also joins positions of a cage in different rows and columns"""
    arcs = create_sum_arcs(boards.TWO)
    expected = boards.both_ways("sum", "00-01 00-10 00-11 01-10 01-11 10-11", 6)
    assert boards.in_order(arcs) == boards.in_order(expected)


def test_create_sum_arcs_again():
    """create_sum_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_sum_arcs(read_puzzle("2\nAdd 3 0,0 0,1\nSub 1 1,0 1,1\n"))
        assert boards.in_order(arcs) == boards.in_order(boards.both_ways("sum", "00-01", 3))


def test_create_sum_arcs_example():
    """create_sum_arcs joins all positions of an Add cage, both ways, with its target"""
    arcs = create_sum_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_SUMS)


def test_create_product_arcs_two_cages():
    """create_product_arcs joins the positions of each cage, even of cages with equal targets"""
    arcs = create_product_arcs(read_puzzle("2\nMul 2 0,0 0,1\nMul 2 1,0 1,1\n"))
    assert boards.in_order(arcs) == boards.in_order(boards.both_ways("product", "00-01 10-11", 2))


def test_create_product_arcs_other_kinds_of_cages():
    """create_product_arcs makes no arc for other kinds of cages, nor for one position"""
    assert create_product_arcs(read_puzzle("2\nAdd 3 0,0 0,1\nMul 2 1,0\nSingle 1 1,1\n")) == []


def test_create_product_arcs_one_large_cage():
    """create_product_arcs also joins positions of a cage in different rows and columns"""
    arcs = create_product_arcs(read_puzzle("2\nMul 4 0,0 0,1 1,0 1,1\n"))
    expected = boards.both_ways("product", "00-01 00-10 00-11 01-10 01-11 10-11", 4)
    assert boards.in_order(arcs) == boards.in_order(expected)


def test_create_product_arcs_again():
    """create_product_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_product_arcs(read_puzzle("2\nMul 2 0,0 0,1\nSub 1 1,0 1,1\n"))
        assert boards.in_order(arcs) == boards.in_order(boards.both_ways("product", "00-01", 2))


def test_create_product_arcs_example():
    """create_product_arcs joins all positions of a Mul cage, both ways, with its target"""
    arcs = create_product_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_PRODUCTS)


def test_create_arcs_two_kinds(monkeypatch):
    """create_arcs joins two positions of one row and one cage by arcs of both kinds"""
    sums = boards.both_ways("sum", "00-01 00-10 00-11 01-10 01-11 10-11", 6)
    boards.give_arcs(monkeypatch, boards.TWO, boards.NEQ_2, sums, [])
    arcs = create_arcs(boards.TWO)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_2 + sums)


def test_create_arcs_again(monkeypatch):
    """create_arcs returns each arc once, even when it is called again"""
    boards.give_arcs(monkeypatch, boards.TWO, boards.NEQ_2, [], [])
    for _ in range(2):
        assert boards.in_order(create_arcs(boards.TWO)) == boards.in_order(boards.NEQ_2)


def test_create_arcs_example(monkeypatch):
    """create_arcs returns all arcs of the three kinds, each once, and no others"""
    example = (boards.NEQ_4, boards.EXAMPLE_SUMS, boards.EXAMPLE_PRODUCTS)
    boards.give_arcs(monkeypatch, boards.EXAMPLE, *example)
    arcs = create_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_ARCS)
