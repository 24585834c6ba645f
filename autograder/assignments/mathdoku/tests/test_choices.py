from pathlib import Path

import boards
import pytest

PUZZLES = boards.puzzles(Path(__file__).with_name("choices.txt"))


def test_before_solve(student):
    """choices gives 0 when no puzzle was loaded"""
    assert student.new("Mathdoku").choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_in_all(student, measured, strategy):
    """choices gives, for twelve puzzles in all, no more than a program of this strategy needs"""
    undone = []
    for text, solution in PUZZLES.values():
        puzzle = boards.loaded(student, text)
        assert puzzle.solve() is True
        assert puzzle.print() == solution
        undone.append(boards.counted(puzzle.choices()))
    student.hint(boards.told(undone))
    assert sum(undone) <= measured[f"sample_{strategy}"]
