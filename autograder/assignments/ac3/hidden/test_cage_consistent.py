import boards
import pytest
from ac3 import cage_consistent
from provided import Cage

COLUMN = ((0, 0), (1, 0), (2, 0), (3, 0))
CORNERS = ((0, 0), (2, 2))
LAST_TWO = ((2, 1), (2, 2))

TABLE = {
    "Single without a value": (Cage("Single", 2, ((1, 1),)), "12 12\n12 12", True),
    "Sub without values": (Cage("Sub", 2, CORNERS), "123 1 1\n1 1 1\n1 1 123", True),
    "Sub with one value": (Cage("Sub", 2, CORNERS), "2 1 1\n1 1 1\n1 1 123", True),
    "Sub of equal values": (Cage("Sub", 1, CORNERS), "2 1 1\n1 1 1\n1 1 2", False),
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
    "Mul of one cell that fits": (Cage("Mul", 2, ((0, 0),)), "2 1\n1 2", True),
    "Single of less than the target": (Cage("Single", 3, ((1, 1),)), "3 3\n3 2", False),
    "Add goes above": (Cage("Add", 7, LAST_TWO), "3 3 3\n3 3 3\n3 2 6", False),
    "Mul goes above": (Cage("Mul", 6, LAST_TWO), "3 3 3\n3 3 3\n3 4 3", False),
    "Mul stays below": (Cage("Mul", 24, LAST_TWO), "3 3 3\n3 3 3\n3 4 3", False),
    "Mul of another product": (Cage("Mul", 12, LAST_TWO), "3 3 3\n3 3 3\n3 5 3", False),
    "Sub of more than the target": (Cage("Sub", 1, LAST_TWO), "3 3 3\n3 3 3\n3 4 1", False),
    "Sub of less than the target": (Cage("Sub", 4, LAST_TWO), "3 3 3\n3 3 3\n3 4 1", False),
    "Sub of 0": (Cage("Sub", 0, CORNERS), "2 1 1\n1 1 1\n1 1 2", True),
    "Div of 1": (Cage("Div", 1, CORNERS), "2 1 1\n1 1 1\n1 1 2", True),
    "Div of more than the target": (Cage("Div", 2, LAST_TWO), "3 3 3\n3 3 3\n3 1 4", False),
    "Div of less than the target": (Cage("Div", 4, LAST_TWO), "3 3 3\n3 3 3\n3 2 4", False),
    "Div of equal values": (Cage("Div", 2, CORNERS), "2 1 1\n1 1 1\n1 1 2", False),
    "Single with an empty domain": (Cage("Single", 3, ((0, 0),)), "- 1\n1 2", True),
    "Single that is ruled out": (Cage("Single", 3, ((0, 0),)), "12 1\n1 2", True),
    "Sub with an empty domain": (Cage("Sub", 2, LAST_TWO), "3 3 3\n3 3 3\n3 - 1", True),
    "Div that is ruled out": (Cage("Div", 3, LAST_TWO), "3 3 3\n3 3 3\n3 24 24", True),
    "Add with room, empty domains": (Cage("Add", 8, COLUMN), "2\n4\n-\n-", True),
    "Add without room, empty domain": (Cage("Add", 7, COLUMN), "2\n4\n1234\n-", False),
    "Add that needs more than 1": (Cage("Add", 8, COLUMN), "2\n4\n34\n34", True),
    "Add that can hardly be reached": (Cage("Add", 99, COLUMN), "2\n4\n34\n34", True),
    "Mul below every product": (Cage("Mul", 8, COLUMN), "2\n4\n34\n34", True),
    "Mul may repeat a value": (Cage("Mul", 4, CORNERS), "2 1 1\n1 1 1\n1 1 2", True),
    "values may repeat": (Cage("Add", 4, CORNERS), "2 1 1\n1 1 1\n1 1 2", True),
    "Add that is reached before the last": (Cage("Add", 6, COLUMN), "1\n2\n3\n4", False),
    "Mul that is reached before the last": (Cage("Mul", 6, COLUMN), "1\n2\n3\n4", False),
}


@pytest.mark.parametrize(("cage", "text", "expected"), TABLE.values(), ids=TABLE)
def test_cages(monkeypatch, cage, text, expected):
    """cage_consistent returns whether the values of a cage are consistent with its rule"""
    domains = boards.domains(text)
    boards.give_values(monkeypatch, domains)
    assert cage_consistent(cage, domains) is expected
