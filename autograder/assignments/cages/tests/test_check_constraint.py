import boards
import pytest
from boards import cage
from cages import check_constraint

# The cage, the numbers in its cells, and whether they satisfy it.
TABLE = {
    "id of the number itself": (cage("id", 1, (0, 1)), [1], True),
    "id of another number": (cage("id", 2, (0, 1)), [1], False),
    "add adds up": (cage("add", 11, (0, 0), (0, 1), (0, 2)), [4, 1, 6], True),
    "add does not reach the target": (cage("add", 12, (0, 0), (0, 1), (0, 2)), [4, 1, 6], False),
    "mult multiplies": (cage("mult", 24, (0, 0), (0, 1), (0, 2)), [4, 1, 6], True),
    "mult does not reach the target": (cage("mult", 30, (0, 0), (0, 1), (0, 2)), [4, 1, 6], False),
    "sub with the larger first": (cage("sub", 3, (0, 0), (0, 1)), [4, 1], True),
    "sub with the smaller first": (cage("sub", 3, (1, 0), (0, 0)), [1, 4], True),
    "sub of another difference": (cage("sub", 2, (0, 0), (0, 1)), [4, 1], False),
    "div with the larger first": (cage("div", 4, (0, 0), (0, 1)), [4, 1], True),
    "div with the smaller first": (cage("div", 6, (0, 1), (0, 2)), [1, 6], True),
    "id of a larger number": (cage("id", 3, (0, 0)), [4], False),
    "add goes beyond the target": (cage("add", 10, (0, 0), (0, 1), (0, 2)), [4, 1, 6], False),
    "mult goes beyond the target": (cage("mult", 12, (0, 0), (0, 1), (0, 2)), [4, 1, 6], False),
    "sub does not reach the target": (cage("sub", 4, (0, 0), (0, 1)), [4, 1], False),
    "div does not reach the target": (cage("div", 5, (0, 0), (0, 1)), [4, 1], False),
    "add of one cell": (cage("add", 4, (0, 0)), [4], True),
    "mult of one cell": (cage("mult", 4, (0, 0)), [4], True),
    "add counts a number twice": (cage("add", 2, (0, 1), (1, 0)), [1, 1], True),
    "mult counts a number twice": (cage("mult", 36, (0, 2), (1, 1)), [6, 6], True),
    "equal numbers differ by 0": (cage("sub", 0, (0, 1), (1, 0)), [1, 1], True),
    "the quotient of equal numbers is 1": (cage("div", 1, (0, 2), (1, 1)), [6, 6], True),
    "div with a remainder, smaller first": (cage("div", 2, (2, 2), (1, 2)), [2, 5], False),
    "div with a difference": (cage("div", 2, (0, 0), (2, 0)), [4, 6], False),
    "div leaves no remainder": (cage("div", 2, (1, 2), (2, 2)), [5, 2], False),
}


@pytest.mark.parametrize(("tested", "values", "expected"), TABLE.values(), ids=TABLE)
def test_cage(monkeypatch, tested, values, expected):
    """check_constraint returns whether the grid satisfies the cage"""
    boards.give_values(monkeypatch, tested.cells, values)
    assert check_constraint(boards.SIX, tested) is expected
