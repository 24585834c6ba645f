import io
from pathlib import Path

import boards
import pytest
from mathdoku import Mathdoku

PUZZLES = boards.puzzles(Path(__file__).with_name("choices.txt"))


def test_before_solve():
    """choices returns 0 before the first solve"""
    assert Mathdoku().choices() == 0
    assert boards.loaded("a\na 1 +\n").choices() == 0


def test_nothing_to_guess():
    """choices returns 0 for a puzzle of one cell, where only one number is possible"""
    puzzle = boards.loaded("a\na 1 +\n")
    assert puzzle.solve() is True
    assert puzzle.choices() == 0


@pytest.mark.parametrize(("text", "loads"), [("a\na 1 +\n", True), ("ab\n", False)])
def test_after_load(text, loads):
    """choices returns 0 after every load, even one that fails"""
    puzzle = boards.loaded(boards.HARDER)
    puzzle.solve()
    assert puzzle.load_puzzle(io.StringIO(text)) is loads
    assert puzzle.choices() == 0


def test_last_solve_only():
    """choices counts the guesses of the last solve, not those of every solve since the load"""
    boards.check_counts_last_solve(boards.loaded(boards.HARDER))


def test_two_objects():
    """choices counts the guesses of its own object"""
    first, second = boards.loaded(boards.HARDER), boards.loaded("a\na 1 +\n")
    assert first.solve() is True
    assert second.choices() == 0


def test_no_solution():
    """choices returns a number even if solve found no solution"""
    puzzle = boards.loaded(boards.NO_SOLUTION)
    assert puzzle.solve() is False
    boards.checked_choices(puzzle.choices())


def test_count_stays():
    """choices returns the same number until the next solve or load"""
    puzzle = boards.loaded(boards.HARDER)
    assert puzzle.solve() is True
    first = boards.checked_choices(puzzle.choices())
    assert puzzle.choices() == first


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_total(measured, strategy):
    """choices adds up, over twelve puzzles, to no more than the total of this strategy"""
    undone = []
    for text, solution in PUZZLES.values():
        puzzle = boards.loaded(text)
        assert puzzle.solve() is True
        assert boards.shown(puzzle) == solution
        undone.append(boards.checked_choices(puzzle.choices()))
    assert sum(undone) <= measured[f"sample_{strategy}"], boards.sum_explanation(undone)
