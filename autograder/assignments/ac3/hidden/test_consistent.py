"""The other two functions are given: they return what is right for the domains."""

import boards
import pytest
from ac3 import consistent
from provided import cage_text

TABLE = {
    "the last cage": ("2 4 3 1\n4 1 2 3\n3 2 1 4\n1 3 124 4", False, [7]),
    "a cage in the middle": ("2 4 3 1\n4 1 2 3\n1 3 1234 1234\n1234 1234 4 2", True, [4]),
    "a column": (
        "12 4 1234 1234\n1234 1 1234 1234\n1234 1234 1234 4\n1234 4 1234 1234",
        False,
        [],
    ),
    "a row": ("12 4 1234 4\n1234 1234 1234 1234\n1234 1234 1234 1234\n12 13 4 2", False, [2]),
    "an Add cage without room": (
        "1234 " * 4 + "\n1234 1234 4 12\n12 12 3 12\n12 12 12 12",
        True,
        [3],
    ),
    "a Mul cage that does not divide": ("12 12 2 12\n" + "12 12 12 12\n" * 3, True, [2]),
    "half a solution": (
        "2 1234 3 1234\n4 1234 1234 13\n3 2 1234 1234\n1234 3 4 1234",
        True,
        [],
    ),
}


@pytest.mark.parametrize(("text", "lines", "wrong"), TABLE.values(), ids=TABLE)
def test_domains(monkeypatch, text, lines, wrong):
    """consistent checks all rows, all columns and all cages"""
    boards.give_consistency(monkeypatch, lines, [boards.EXAMPLE.cages[i] for i in wrong])
    assert consistent(boards.EXAMPLE, boards.domains(text)) is (lines and not wrong)


@pytest.mark.parametrize("cage", boards.EXAMPLE.cages, ids=cage_text)
def test_every_cage(monkeypatch, cage):
    """consistent checks every cage"""
    boards.give_consistency(monkeypatch, True, [cage])
    wrong = {**boards.SOLVED, cage.positions[0]: [5]}
    assert consistent(boards.EXAMPLE, wrong) is False
