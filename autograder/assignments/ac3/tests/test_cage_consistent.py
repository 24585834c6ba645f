import boards
import pytest
from ac3 import cage_consistent
from provided import Cage

THREE = ((0, 0), (0, 1), (1, 1))
TWO = ((0, 0), (0, 1))
CORNERS = ((0, 0), (1, 1))
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
    "Single without a value": (Cage("Single", 2, ONE), "12 12", True),
    "Single that is ruled out": (Cage("Single", 3, ONE), "12 12", True),
    "Sub that is ruled out": (Cage("Sub", 3, TWO), "12 12", True),
    "Div that is ruled out": (Cage("Div", 3, TWO), "24 24", True),
    "Add with no room for two 1s": (Cage("Add", 5, THREE), "4 12\n12 12", False),
    "Add with room for two 1s": (Cage("Add", 6, THREE), "4 12\n12 12", True),
    "Add without values": (Cage("Add", 2, THREE), "12 12\n12 12", False),
    "Add that needs more than 1s": (Cage("Add", 6, THREE), "4 23\n12 23", True),
    "Add with an empty domain": (Cage("Add", 6, THREE), "4 -\n12 1", True),
    "Add with an empty domain, no room": (Cage("Add", 5, THREE), "4 -\n12 1", False),
    "Add that is reached before the last": (Cage("Add", 3, THREE), "1 2\n12 1", False),
    "Add that can hardly be reached": (Cage("Add", 99, THREE), "1 2\n12 12", True),
    "Mul without values": (Cage("Mul", 7, THREE), "12 12\n12 12", True),
    "Mul may be reached early": (Cage("Mul", 8, THREE), "2 4\n12 12", True),
    "Mul below every product": (Cage("Mul", 8, THREE), "4 34\n12 34", True),
    "Mul with an empty domain": (Cage("Mul", 8, THREE), "2 -\n12 2", True),
    "Sub of equal values": (Cage("Sub", 0, CORNERS), "2 1\n1 2", True),
    "Sub of equal values, another target": (Cage("Sub", 1, CORNERS), "2 1\n1 2", False),
    "Div of equal values": (Cage("Div", 1, CORNERS), "2 1\n1 2", True),
    "Div of equal values, another target": (Cage("Div", 2, CORNERS), "2 1\n1 2", False),
    "Add with a value twice": (Cage("Add", 4, CORNERS), "2 1\n1 2", True),
    "Mul with a value twice": (Cage("Mul", 4, CORNERS), "2 1\n1 2", True),
    "Mul of one position that fits": (Cage("Mul", 1, ONE), "1 1", True),
    "Add of one position": (Cage("Add", 2, ONE), "2 1", True),
    "Mul of one position": (Cage("Mul", 3, ONE), "1 1", False),
}


@pytest.mark.parametrize(("cage", "text", "expected"), TABLE.values(), ids=TABLE)
def test_cages(monkeypatch, cage, text, expected):
    """cage_consistent returns whether the values of a cage are consistent with its rule"""
    domains = boards.domains(text)
    boards.give_values(monkeypatch, domains)
    assert cage_consistent(cage, domains) is expected
