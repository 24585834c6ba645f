import boards
from ac3 import create_product_arcs


def test_example():
    """create_product_arcs joins all positions of a Mul cage, both ways, with its target"""
    arcs = create_product_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_PRODUCTS)


def test_other_kinds_of_cages():
    """create_product_arcs makes no arc for an Add cage"""
    assert create_product_arcs(boards.TWO) == []
