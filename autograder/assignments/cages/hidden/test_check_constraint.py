import boards
import hidden_boards
import pytest
from boards import cage
from cages import check_constraint

TABLE = {
    "add of one cell": (cage("add", 5, (0, 5)), True),
    "add of five": (cage("add", 17, (0, 0), (0, 1), (0, 2), (1, 0), (1, 2)), True),
    "add of a number twice": (cage("add", 6, (0, 0), (0, 1), (1, 0)), True),
    "add is not a product": (cage("add", 24, (0, 0), (0, 1), (0, 2)), False),
    "add, less than the target": (cage("add", 20, (0, 0), (0, 1), (0, 2)), False),
    "add, more than the target": (cage("add", 4, (0, 0), (0, 1)), False),
    "mult of one cell": (cage("mult", 6, (0, 2)), True),
    "mult of four": (cage("mult", 24, (0, 0), (0, 1), (1, 0), (1, 1)), True),
    "mult of five": (cage("mult", 720, (0, 0), (0, 1), (0, 2), (1, 1), (1, 2)), True),
    "mult of a number twice": (cage("mult", 36, (0, 2), (0, 1), (1, 1)), True),
    "mult, more than the target": (cage("mult", 12, (0, 0), (0, 1), (0, 2)), False),
    "mult that divides the target": (cage("mult", 48, (0, 0), (0, 1), (0, 2)), False),
    "mult is not a sum": (cage("mult", 11, (0, 0), (0, 1), (0, 2)), False),
    "sub with the larger first": (cage("sub", 5, (0, 2), (0, 1)), True),
    "sub with the smaller first": (cage("sub", 5, (0, 1), (0, 2)), True),
    "sub is not a sum": (cage("sub", 5, (0, 0), (0, 1)), False),
    "sub is not a quotient": (cage("sub", 4, (0, 0), (0, 1)), False),
    "sub, less than the target": (cage("sub", 4, (2, 3), (2, 2)), False),
    "sub, more than the target": (cage("sub", 1, (0, 1), (0, 0)), False),
    "div with the larger first": (cage("div", 3, (0, 2), (0, 3)), True),
    "div with the smaller first": (cage("div", 3, (4, 2), (3, 2)), True),
    "div by one": (cage("div", 5, (2, 3), (2, 4)), True),
    "div of 5 by 4 is not 1": (cage("div", 1, (5, 4), (4, 4)), False),
    "div of 3 by 2 is not 1": (cage("div", 1, (0, 4), (0, 3)), False),
    "div of 5 by 3 in the other order": (cage("div", 1, (0, 4), (0, 5)), False),
    "div, more than the target": (cage("div", 2, (0, 2), (0, 3)), False),
    "div, less than the target": (cage("div", 6, (0, 2), (0, 3)), False),
    "div is not a difference": (cage("div", 2, (2, 0), (2, 1)), False),
    "div is not a product": (cage("div", 8, (2, 1), (2, 2)), False),
    "id in the last cell": (cage("id", 6, (5, 5)), True),
    "id with row before column": (cage("id", 5, (1, 2)), True),
    "id of a smaller number": (cage("id", 6, (1, 2)), False),
    "id of a larger number": (cage("id", 4, (1, 2)), False),
    "a sum of 0": (cage("add", 0, (0, 0), (0, 1)), False),
    "a product of 0": (cage("mult", 0, (0, 0), (0, 1)), False),
    "the number 0": (cage("id", 0, (0, 0)), False),
    "mult, the target before the last number": (cage("mult", 6, (0, 2), (0, 1), (0, 0)), False),
}


@pytest.mark.parametrize(("tested", "expected"), TABLE.values(), ids=TABLE)
def test_cage(monkeypatch, tested, expected):
    """check_constraint returns whether the grid satisfies the cage"""
    hidden_boards.give_values(monkeypatch, boards.SIX, tested)
    assert check_constraint(boards.SIX, tested) is expected


BY_TWO = {
    "add": (cage("add", 4, (0, 0), (1, 1)), True),
    "mult": (cage("mult", 4, (0, 0), (0, 1), (1, 1)), True),
    "sub": (cage("sub", 0, (0, 0), (1, 1)), True),
    "div": (cage("div", 1, (0, 1), (1, 0)), True),
    "id": (cage("id", 2, (0, 1)), False),
}


@pytest.mark.parametrize(("tested", "expected"), BY_TWO.values(), ids=BY_TWO)
def test_small_board(monkeypatch, tested, expected):
    """check_constraint works on a grid of two rows"""
    hidden_boards.give_values(monkeypatch, boards.SMALL, tested)
    assert check_constraint(boards.SMALL, tested) is expected


LARGE = [[9, 3, 12], [9, 8, 12]]

BY_THREE = {
    "id": (cage("id", 9, (1, 0)), True),
    "add": (cage("add", 29, (1, 0), (1, 1), (1, 2)), True),
    "mult": (cage("mult", 324, (0, 0), (0, 1), (0, 2)), True),
    "sub": (cage("sub", 4, (1, 1), (1, 2)), True),
    "div": (cage("div", 4, (0, 1), (0, 2)), True),
    "sub of equal numbers": (cage("sub", 0, (0, 0), (1, 0)), True),
    "div of equal numbers": (cage("div", 1, (0, 2), (1, 2)), True),
    "add of equal numbers": (cage("add", 18, (0, 0), (1, 0)), True),
    "equal numbers differ by 0 only": (cage("sub", 1, (0, 0), (1, 0)), False),
    "the quotient of equal numbers is 1": (cage("div", 2, (0, 2), (1, 2)), False),
}


@pytest.mark.parametrize(("tested", "expected"), BY_THREE.values(), ids=BY_THREE)
def test_any_grid(monkeypatch, tested, expected):
    """check_constraint takes any grid: numbers may be large, and equal in a row or column"""
    hidden_boards.give_values(monkeypatch, LARGE, tested)
    assert check_constraint(LARGE, tested) is expected


def test_again():
    """check_constraint works with your own functions, and looks at the grid of this call"""
    assert check_constraint(boards.SIX, cage("id", 4, (0, 0))) is True
    assert check_constraint(boards.SMALL, cage("id", 4, (0, 0))) is False
    assert check_constraint(boards.SIX, cage("id", 4, (0, 0))) is True
