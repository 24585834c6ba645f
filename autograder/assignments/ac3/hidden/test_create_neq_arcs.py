import boards
import pytest
from ac3 import create_neq_arcs
from provided import Arc, Cage, Puzzle


def test_one_by_one():
    """create_neq_arcs makes no arc in a grid of one position"""
    assert create_neq_arcs(Puzzle(1, (Cage("Single", 1, ((0, 0),)),))) == []


@pytest.mark.parametrize("kind", ["Mul", "Add"])
def test_cages_play_no_part(kind):
    """create_neq_arcs makes the same arcs whatever the cages are"""
    cages = tuple(Cage(kind, 6, tuple((y, x) for y in range(3))) for x in range(3))
    arcs = create_neq_arcs(Puzzle(3, cages))
    assert boards.in_order(arcs) == boards.in_order(boards.NEQ_3)


def test_six_by_six():
    """create_neq_arcs makes 360 arcs in a grid of six rows"""
    cells = [(y, x) for y in range(6) for x in range(6)]
    lines = [[c for c in cells if c[axis] == i] for axis in (0, 1) for i in range(6)]
    expected = {(a, b) for line in lines for a in line for b in line} - {(c, c) for c in cells}
    arcs = create_neq_arcs(Puzzle(6, (Cage("Add", 126, tuple(cells)),)))
    assert boards.in_order(arcs) == boards.in_order([Arc("neq", *ends) for ends in expected])


def test_again():
    """create_neq_arcs returns each arc once, even when it is called again"""
    for _ in range(2):
        arcs = create_neq_arcs(boards.EXAMPLE)
        assert boards.in_order(arcs) == boards.in_order(boards.NEQ_4)
