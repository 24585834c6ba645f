import io
from pathlib import Path

import boards
import pytest

PUZZLES = boards.puzzles(Path(__file__).with_name("choices.txt"))


def test_new_puzzle(student):
    """choices gives 0 for a puzzle that is not yet solved, whatever came before"""
    for text, _ in PUZZLES.values():
        puzzle = boards.loaded(student, text)
        puzzle.solve()
        assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True
        assert puzzle.choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_in_all(student, measured, strategy):
    """choices gives, for twelve other puzzles, no more than a program of this strategy needs"""
    undone = []
    for text, solution in PUZZLES.values():
        puzzle = boards.loaded(student, text)
        assert puzzle.solve() is True
        assert puzzle.print() == solution
        undone.append(boards.counted(puzzle.choices()))
    student.hint(boards.told(undone))
    assert sum(undone) <= measured[f"secret_{strategy}"]
