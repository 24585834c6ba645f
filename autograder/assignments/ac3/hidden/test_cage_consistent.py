import boards
import pytest
from provided import Cage

COLUMN = ((0, 0), (1, 0), (2, 0), (3, 0))
CORNERS = ((0, 0), (2, 2))
LAST_TWO = ((2, 1), (2, 2))

TABLE = {
    "Single without a value": (Cage("Single", 2, ((1, 1),)), "12 12\n12 12", True),
    "Sub without values": (Cage("Sub", 2, CORNERS), "123 1 1\n1 1 1\n1 1 123", True),
    "Sub with one value": (Cage("Sub", 2, CORNERS), "2 1 1\n1 1 1\n1 1 123", True),
    "Sub of one and the same": (Cage("Sub", 1, CORNERS), "2 1 1\n1 1 1\n1 1 2", False),
    "Sub is not a sum": (Cage("Sub", 3, LAST_TWO), "3 3 3\n3 3 3\n3 1 2", False),
    "Div is not a difference": (Cage("Div", 2, LAST_TWO), "3 3 3\n3 3 3\n3 6 4", False),
    "Div by one": (Cage("Div", 6, LAST_TWO), "3 3 3\n3 3 3\n3 1 6", True),
    "Div with one value": (Cage("Div", 2, LAST_TWO), "3 3 3\n3 3 3\n3 5 123456", True),
    "Add stays below": (Cage("Add", 9, LAST_TWO), "3 3 3\n3 3 3\n3 2 6", False),
    "Add of one cell": (Cage("Add", 2, ((0, 0),)), "2 1\n1 2", True),
    "Add with no room for two": (Cage("Add", 7, COLUMN), "2\n4\n1234\n1234", False),
    "Add with room for two": (Cage("Add", 8, COLUMN), "2\n4\n1234\n1234", True),
    "Add that is reached too early": (Cage("Add", 6, COLUMN), "1\n2\n3\n1234", False),
    "Add without values": (Cage("Add", 3, COLUMN), "12\n12\n12\n12", False),
    "Mul may be reached early": (Cage("Mul", 8, COLUMN), "2\n4\n1\n1234", True),
    "Mul that does not divide": (Cage("Mul", 24, COLUMN), "4\n4\n1234\n1234", False),
    "Mul without values": (Cage("Mul", 7, COLUMN), "12\n12\n12\n12", True),
    "Mul of one cell": (Cage("Mul", 3, ((1, 1),)), "2 1\n1 2", False),
    "values may repeat": (Cage("Add", 4, CORNERS), "2 1 1\n1 1 1\n1 1 2", True),
}


@pytest.mark.parametrize(("cage", "text", "expected"), TABLE.values(), ids=TABLE)
def test_cages(student, cage, text, expected):
    """cage_consistent returns whether the values of a cage are consistent with its rule"""
    assert student.cage_consistent(cage, boards.domains(text)) is expected
