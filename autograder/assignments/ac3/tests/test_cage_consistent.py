import boards
import pytest
from ac3 import cage_consistent
from provided import Cage

THREE = ((0, 0), (0, 1), (1, 1))
TWO = ((0, 0), (0, 1))
ONE = ((0, 0),)

TABLE = {
    "Single holds its target": (Cage("Single", 3, ONE), "3 1234", True),
    "Single holds another": (Cage("Single", 3, ONE), "4 1234", False),
    "Add adds up": (Cage("Add", 7, THREE), "1 4\n1234 2", True),
    "Add does not add up": (Cage("Add", 7, THREE), "1 4\n1234 3", False),
    "Mul multiplies": (Cage("Mul", 12, THREE), "1 4\n1234 3", True),
    "Mul does not multiply": (Cage("Mul", 12, THREE), "1 2\n1234 3", False),
    "Sub with the larger first": (Cage("Sub", 2, TWO), "3 1", True),
    "Sub with the smaller first": (Cage("Sub", 2, TWO), "1 3", True),
    "Div with the larger first": (Cage("Div", 2, TWO), "4 2", True),
    "Div with the smaller first": (Cage("Div", 2, TWO), "2 4", True),
    "Div leaves no remainder": (Cage("Div", 2, TWO), "5 2", False),
    "Add with no room for a 1": (Cage("Add", 7, THREE), "3 4\n1234 1234", False),
    "Add with room for a 1": (Cage("Add", 7, THREE), "2 4\n1234 1234", True),
    "Mul with a value that does not divide": (Cage("Mul", 9, THREE), "2 1234\n1 1234", False),
    "Single holds a smaller one": (Cage("Single", 3, ONE), "2 1234", False),
    "Add stays below its target": (Cage("Add", 7, THREE), "1 4\n1234 1", False),
    "Mul goes beyond its target": (Cage("Mul", 12, THREE), "4 2\n1234 3", False),
    "Sub with a smaller difference": (Cage("Sub", 2, TWO), "3 2", False),
    "Sub with a larger difference": (Cage("Sub", 2, TWO), "4 1", False),
    "Sub with a position without a value": (Cage("Sub", 2, TWO), "3 1234", True),
    "Div with a smaller quotient": (Cage("Div", 2, TWO), "3 2", False),
    "Div with the right difference": (Cage("Div", 2, TWO), "3 1", False),
    "Mul with values that divide": (Cage("Mul", 12, THREE), "3 4\n1234 1234", True),
}


@pytest.mark.parametrize(("cage", "text", "expected"), TABLE.values(), ids=TABLE)
def test_cages(cage, text, expected):
    """cage_consistent returns whether the values of a cage are consistent with its rule"""
    assert cage_consistent(cage, boards.domains(text)) is expected
