import io
from pathlib import Path

import boards
import pytest

PUZZLES = boards.puzzles(Path(__file__).with_name("choices.txt"))


def test_new_puzzle(student):
    """choices returns 0 after a new puzzle is loaded"""
    for text, _ in PUZZLES.values():
        puzzle = boards.loaded(student, text)
        puzzle.solve()
        assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True
        assert puzzle.choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_total(student, measured, strategy):
    """choices adds up, over twelve other puzzles, to no more than the total of this strategy"""
    undone = []
    for text, solution in PUZZLES.values():
        puzzle = boards.loaded(student, text)
        assert puzzle.solve() is True
        assert puzzle.print() == solution
        undone.append(boards.checked_choices(puzzle.choices()))
    student.hint(boards.sum_explanation(undone))
    assert sum(undone) <= measured[f"secret_{strategy}"]
