import io

import boards
import puzzles
import pytest


def test_new_puzzle(student):
    """choices gives 0 for a puzzle that is loaded and not yet solved"""
    puzzle = boards.loaded(student, boards.NO_SOLUTION)
    assert puzzle.solve() is False
    assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True
    assert puzzle.choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_in_all(student, measured, strategy):
    """choices gives, for twelve other puzzles, no more than a program of this strategy needs"""
    undone = boards.undone_in(student, puzzles.CHOICES)
    assert undone <= measured[f"secret_{strategy}"]
