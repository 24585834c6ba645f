import boards
import pytest
from boards import cage
from cages import check_constraint

TABLE = {
    "id of the number itself": (cage("id", 1, (0, 1)), True),
    "id of another number": (cage("id", 2, (0, 1)), False),
    "add adds up": (cage("add", 11, (0, 0), (0, 1), (0, 2)), True),
    "add does not reach the target": (cage("add", 12, (0, 0), (0, 1), (0, 2)), False),
    "mult multiplies": (cage("mult", 24, (0, 0), (0, 1), (0, 2)), True),
    "mult does not reach the target": (cage("mult", 30, (0, 0), (0, 1), (0, 2)), False),
    "sub with the larger first": (cage("sub", 3, (0, 0), (0, 1)), True),
    "sub with the smaller first": (cage("sub", 3, (1, 0), (0, 0)), True),
    "sub of another difference": (cage("sub", 2, (0, 0), (0, 1)), False),
    "div with the larger first": (cage("div", 4, (0, 0), (0, 1)), True),
    "div with the smaller first": (cage("div", 6, (0, 1), (0, 2)), True),
    "id of a larger number": (cage("id", 3, (0, 0)), False),
    "add goes beyond the target": (cage("add", 10, (0, 0), (0, 1), (0, 2)), False),
    "mult goes beyond the target": (cage("mult", 12, (0, 0), (0, 1), (0, 2)), False),
    "sub does not reach the target": (cage("sub", 4, (0, 0), (0, 1)), False),
    "div does not reach the target": (cage("div", 5, (0, 0), (0, 1)), False),
    "div leaves no remainder": (cage("div", 2, (1, 2), (2, 2)), False),
}


@pytest.mark.parametrize(("tested", "expected"), TABLE.values(), ids=TABLE)
def test_cage(tested, expected):
    """check_constraint returns whether the grid satisfies the cage"""
    assert check_constraint(boards.SIX, tested) is expected
