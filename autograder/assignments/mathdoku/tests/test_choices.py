from pathlib import Path

import boards
import pytest
from mathdoku import Mathdoku

PUZZLES = boards.puzzles(Path(__file__).with_name("choices.txt"))


def test_before_solve():
    """choices returns 0 before the first solve"""
    assert Mathdoku().choices() == 0
    assert boards.loaded(boards.FIGURE).choices() == 0


def test_nothing_to_guess():
    """choices returns 0 for a puzzle of one cell, where only one number is possible"""
    puzzle = boards.loaded("a\na 1 +\n")
    assert puzzle.solve() is True
    assert puzzle.choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_total(measured, strategy):
    """choices adds up, over twelve puzzles, to no more than the total of this strategy"""
    undone = []
    for text, solution in PUZZLES.values():
        puzzle = boards.loaded(text)
        assert puzzle.solve() is True
        assert puzzle.print() == solution
        undone.append(boards.checked_choices(puzzle.choices()))
    assert sum(undone) <= measured[f"sample_{strategy}"], boards.sum_explanation(undone)
