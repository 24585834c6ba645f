import boards
import pytest
from ac3 import create_arcs, create_neq_arcs, create_product_arcs, create_sum_arcs
from provided import Arc, Cage, Puzzle, read_puzzle


def test_create_neq_arcs_one_by_one():
    """create_neq_arcs makes no arc in a grid of one position"""
    assert create_neq_arcs(Puzzle(1, (Cage("Single", 1, ((0, 0),)),))) == []


@pytest.mark.parametrize("kind", ["Mul", "Add"])
def test_create_neq_arcs_cages_play_no_part(kind):
    """create_neq_arcs makes the same arcs whatever the cages are"""
    cages = tuple(Cage(kind, 6, tuple((y, x) for y in range(3))) for x in range(3))
    arcs = create_neq_arcs(Puzzle(3, cages))
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_3)


def test_create_neq_arcs_six_by_six():
    """create_neq_arcs makes 360 arcs in a grid of six rows"""
    cells = [(y, x) for y in range(6) for x in range(6)]
    lines = [[c for c in cells if c[axis] == i] for axis in (0, 1) for i in range(6)]
    expected = {(a, b) for line in lines for a in line for b in line} - {(c, c) for c in cells}
    arcs = create_neq_arcs(Puzzle(6, (Cage("Add", 126, tuple(cells)),)))
    assert boards.in_order(arcs) == boards.in_order([Arc("neq", *ends) for ends in expected])


def test_create_neq_arcs_again():
    """create_neq_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_neq_arcs(boards.EXAMPLE)
        assert boards.in_order(arcs) == boards.in_order(boards.NEQ_4)


def test_create_sum_arcs_other_kinds_of_cages():
    """create_sum_arcs makes no arc for Single, Sub, Mul and Div"""
    puzzle = read_puzzle(
        "3\nSub 1 0,0 0,1\nDiv 3 0,2 1,2\nSingle 3 1,0\nMul 2 1,1 2,1\nMul 6 2,0 2,2\n"
    )
    assert create_sum_arcs(puzzle) == []


def test_create_sum_arcs_one_cell():
    """create_sum_arcs makes no arc for an Add cage of one position"""
    puzzle = read_puzzle("2\nAdd 1 0,0\nAdd 5 0,1 1,0 1,1\n")
    expected = boards.both_ways("sum", "01-10 01-11 10-11", 5)
    assert boards.in_order(create_sum_arcs(puzzle)) == boards.in_order(expected)


def test_create_sum_arcs_equal_targets():
    """create_sum_arcs joins the positions of each cage, even of cages with equal targets"""
    puzzle = read_puzzle("2\nAdd 3 0,0 0,1\nAdd 3 1,0 1,1\n")
    expected = boards.both_ways("sum", "00-01 10-11", 3)
    assert boards.in_order(create_sum_arcs(puzzle)) == boards.in_order(expected)


def test_create_sum_arcs_several_cages():
    """create_sum_arcs gives each cage's arcs the target of that cage"""
    puzzle = read_puzzle("3\nAdd 5 0,0 0,1 0,2\nAdd 3 2,0 2,2\nAdd 10 1,0 1,1 1,2 2,1\n")
    expected = [
        *boards.both_ways("sum", "00-01 00-02 01-02", 5),
        *boards.both_ways("sum", "20-22", 3),
        *boards.both_ways("sum", "10-11 10-12 10-21 11-12 11-21 12-21", 10),
    ]
    assert boards.in_order(create_sum_arcs(puzzle)) == boards.in_order(expected)


def test_create_sum_arcs_again():
    """create_sum_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_sum_arcs(boards.EXAMPLE)
        assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_SUMS)


def test_create_product_arcs_several_cages():
    """create_product_arcs gives each cage's arcs the target of that cage"""
    expected = [
        *boards.both_ways("product", "02-12", 3),
        *boards.both_ways("product", "20-21 20-22 21-22", 12),
    ]
    arcs = create_product_arcs(boards.ADD_AND_MUL)
    assert boards.in_order(arcs) == boards.in_order(expected)


def test_create_product_arcs_equal_targets():
    """create_product_arcs joins the positions of each cage, even of cages with equal targets"""
    puzzle = read_puzzle("2\nMul 2 0,0 0,1\nMul 2 1,0 1,1\n")
    expected = boards.both_ways("product", "00-01 10-11", 2)
    assert boards.in_order(create_product_arcs(puzzle)) == boards.in_order(expected)


def test_create_product_arcs_cells_apart():
    """create_product_arcs joins positions wherever they are in the grid"""
    puzzle = read_puzzle("2\nMul 1 0,0 1,1\nDiv 1 0,1 1,0\n")
    arcs = create_product_arcs(puzzle)
    assert boards.in_order(arcs) == boards.in_order(boards.both_ways("product", "00-11", 1))


def test_create_product_arcs_one_cell():
    """create_product_arcs makes no arc for a Mul cage of one position"""
    puzzle = read_puzzle("2\nMul 2 0,0\nSingle 1 0,1\nSub 1 1,0 1,1\n")
    assert create_product_arcs(puzzle) == []


def test_create_product_arcs_again():
    """create_product_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_product_arcs(boards.EXAMPLE)
        assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_PRODUCTS)


def test_create_arcs_add_and_mul(monkeypatch):
    """create_arcs returns the arcs of Add and Mul cages and those of rows and columns"""
    sums = boards.both_ways("sum", "00-01 00-11 01-11", 5)
    products = [
        *boards.both_ways("product", "02-12", 3),
        *boards.both_ways("product", "20-21 20-22 21-22", 12),
    ]
    boards.give_arcs(monkeypatch, boards.ADD_AND_MUL, boards.NEQ_3, sums, products)
    arcs = create_arcs(boards.ADD_AND_MUL)
    assert boards.in_order(arcs) == boards.in_order([*boards.NEQ_3, *sums, *products])


def test_create_arcs_other_kinds_of_cages(monkeypatch):
    """create_arcs returns no arc for Single, Sub and Div"""
    puzzle = read_puzzle("2\nSub 1 0,0 0,1\nSingle 1 1,0\nSingle 2 1,1\n")
    boards.give_arcs(monkeypatch, puzzle, boards.NEQ_2, [], [])
    assert boards.in_order(create_arcs(puzzle)) == boards.in_order(boards.NEQ_2)


def test_create_arcs_one_by_one(monkeypatch):
    """create_arcs returns no arc for a grid of one position"""
    boards.give_arcs(monkeypatch, None, [], [], [])
    assert create_arcs(read_puzzle("1\nSingle 1 0,0\n")) == []


def test_create_arcs_again(monkeypatch):
    """create_arcs returns the arcs of this puzzle, whichever puzzle came before"""
    example = (boards.NEQ_4, boards.EXAMPLE_SUMS, boards.EXAMPLE_PRODUCTS)
    boards.give_arcs(monkeypatch, boards.EXAMPLE, *example)
    assert boards.in_order(create_arcs(boards.EXAMPLE)) == boards.in_order(boards.EXAMPLE_ARCS)
    assert create_arcs(read_puzzle("1\nSingle 1 0,0\n")) == []
    assert boards.in_order(create_arcs(boards.EXAMPLE)) == boards.in_order(boards.EXAMPLE_ARCS)
