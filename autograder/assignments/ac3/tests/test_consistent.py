"""The other two functions are given: they return what is right for the domains."""

import boards
import pytest
from ac3 import consistent
from provided import Cage, Puzzle

ADD, MUL = Cage("Add", 3, ((0, 0), (0, 1))), Cage("Mul", 2, ((1, 0), (1, 1)))
PUZZLE = Puzzle(2, (ADD, MUL))

TABLE = {
    "a solution": ("1 2\n2 1", True, [], True),
    "nothing assigned": ("12 12\n12 12", True, [], True),
    "only rows and columns": ("1 2\n1 2", False, [], False),
    "only the first cage, full": ("2 3\n12 12", True, [ADD], False),
    "only the last cage, full": ("1 2\n3 1", True, [MUL], False),
    "only an Add cage without room": ("3 12\n12 12", True, [ADD], False),
    "only a Mul cage that does not divide": ("12 12\n3 12", True, [MUL], False),
    "both cages": ("1 3\n3 1", True, [ADD, MUL], False),
    "rows and columns, and all cages": ("2 2\n3 3", False, [ADD, MUL], False),
}


@pytest.mark.parametrize(("text", "lines", "wrong", "expected"), TABLE.values(), ids=TABLE)
def test_domains(monkeypatch, text, lines, wrong, expected):
    """consistent checks rows, columns and cages"""
    boards.give_consistency(monkeypatch, lines, wrong)
    assert consistent(PUZZLE, boards.domains(text)) is expected


def test_solution(monkeypatch):
    """consistent returns True for the solution of the example"""
    boards.give_consistency(monkeypatch, True, [])
    assert consistent(boards.EXAMPLE, boards.SOLVED) is True
