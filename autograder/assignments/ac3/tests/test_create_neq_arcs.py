import boards
from ac3 import create_neq_arcs


def test_two_by_two():
    """create_neq_arcs joins all positions of a row and of a column, both ways"""
    arcs = create_neq_arcs(boards.TWO)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_2)


def test_three_by_three():
    """create_neq_arcs joins positions that are not adjacent, and none on a diagonal"""
    arcs = create_neq_arcs(boards.ADD_AND_MUL)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_3)


def test_again():
    """create_neq_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        assert boards.in_order(create_neq_arcs(boards.TWO)) == boards.in_order(boards.NEQ_2)


def test_four_by_four():
    """create_neq_arcs makes 96 arcs in a grid of four rows"""
    arcs = create_neq_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_4)
