from pathlib import Path

import boards
import pytest

PUZZLES = boards.puzzles(Path(__file__).with_name("choices.txt"))


def test_before_solve(student):
    """choices returns 0 when no puzzle was loaded"""
    assert student.new("Mathdoku").choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_total(student, measured, strategy):
    """choices adds up, over twelve puzzles, to no more than the total of this strategy"""
    undone = []
    for text, solution in PUZZLES.values():
        puzzle = boards.loaded(student, text)
        assert puzzle.solve() is True
        assert puzzle.print() == solution
        undone.append(boards.checked_choices(puzzle.choices()))
    student.hint(boards.sum_explanation(undone))
    assert sum(undone) <= measured[f"sample_{strategy}"]
