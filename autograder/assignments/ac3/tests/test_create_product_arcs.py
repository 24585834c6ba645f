import boards


def test_example(student):
    """create_product_arcs joins all positions of a Mul cage, both ways, with its target"""
    arcs = student.create_product_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_PRODUCTS)


def test_other_kinds_of_cages(student):
    """create_product_arcs makes no arc for an Add cage"""
    assert student.create_product_arcs(boards.TWO) == []
