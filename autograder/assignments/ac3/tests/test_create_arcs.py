import boards
from ac3 import create_arcs


def test_two_kinds(monkeypatch):
    """create_arcs joins two positions of one row and one cage by arcs of both kinds"""
    sums = boards.both_ways("sum", "00-01 00-10 00-11 01-10 01-11 10-11", 6)
    boards.give_arcs(monkeypatch, boards.TWO, boards.NEQ_2, sums, [])
    arcs = create_arcs(boards.TWO)
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_2 + sums)


def test_again(monkeypatch):
    """create_arcs returns each arc once, even when it is called again"""
    boards.give_arcs(monkeypatch, boards.TWO, boards.NEQ_2, [], [])
    for _ in range(2):
        assert boards.in_order(create_arcs(boards.TWO)) == boards.in_order(boards.NEQ_2)


def test_example(monkeypatch):
    """create_arcs returns all arcs of the three kinds, each once, and no others"""
    example = (boards.NEQ_4, boards.EXAMPLE_SUMS, boards.EXAMPLE_PRODUCTS)
    boards.give_arcs(monkeypatch, boards.EXAMPLE, *example)
    arcs = create_arcs(boards.EXAMPLE)
    assert boards.in_order(arcs) == boards.in_order(boards.EXAMPLE_ARCS)
