import io
from pathlib import Path

import boards
import pytest

PUZZLES = boards.puzzles(Path(__file__).with_name("choices.txt"))


def test_new_puzzle():
    """choices returns 0 after a new puzzle is loaded"""
    for text, _ in PUZZLES.values():
        puzzle = boards.loaded(text)
        puzzle.solve()
        assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True
        assert puzzle.choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_total(measured, strategy):
    """choices adds up, over twelve other puzzles, to no more than the total of this strategy"""
    undone = []
    for text, solution in PUZZLES.values():
        puzzle = boards.loaded(text)
        assert puzzle.solve() is True
        assert boards.shown(puzzle) == solution
        undone.append(boards.checked_choices(puzzle.choices()))
    assert sum(undone) <= measured[f"secret_{strategy}"], boards.sum_explanation(undone)


HARDEST = PUZZLES["keen-5-unreasonable-6"][0]


def test_last_solve_only():
    """choices counts the guesses of the last solve, not those of every solve since the load"""
    boards.check_counts_last_solve(boards.loaded(HARDEST))


def test_count_stays():
    """choices returns the same number until the next solve or load"""
    puzzle = boards.loaded(HARDEST)
    assert puzzle.solve() is True
    first = boards.checked_choices(puzzle.choices())
    puzzle.print()
    assert puzzle.ready_to_solve() is True
    assert puzzle.choices() == first


def test_after_failed_load():
    """choices returns 0 after a failed load"""
    puzzle = boards.loaded(HARDEST)
    assert puzzle.solve() is True
    assert puzzle.load_puzzle(io.StringIO("aab\n")) is False
    assert puzzle.choices() == 0


def test_two_objects():
    """choices counts the guesses of its own object"""
    first, second = (boards.loaded(HARDEST) for _ in range(2))
    assert first.solve() is True
    assert second.choices() == 0


def test_no_solution():
    """choices returns a number even if solve found no solution"""
    puzzle = boards.loaded(boards.NO_SOLUTION)
    assert puzzle.solve() is False
    boards.checked_choices(puzzle.choices())
