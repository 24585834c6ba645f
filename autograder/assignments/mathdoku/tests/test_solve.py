from pathlib import Path

import boards
import pytest
from mathdoku import Mathdoku

PUZZLES = boards.puzzles(Path(__file__).with_name("solve.txt"))


def test_figure():
    """solve finds the solution of the figure's puzzle"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.solve() is True
    assert puzzle.print() == boards.FIGURE_SOLVED


@pytest.mark.parametrize(("text", "solution"), PUZZLES.values(), ids=PUZZLES)
def test_puzzles(text, solution):
    """solve finds the only solution of a puzzle"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is True
    assert puzzle.print() == solution


ROWS = "add\nbbb\nccc\nb 6 +\nc 6 +\n"
"""A cell a beside two cells d, and two whole rows."""

NO_SOLUTION = {
    "two groups of a line": boards.NO_SOLUTION,
    "a sum that rows and columns rule out": (
        "aaf\naab\ndce\na 8 +\nb 2 +\nc 2 =\nd 1 =\ne 3 =\nf 1 =\n"
    ),
    "a number below its target": f"{ROWS}a 3 =\nd 5 +\n",
    "a number above its target": f"{ROWS}a 1 =\nd 3 +\n",
}


@pytest.mark.parametrize("text", NO_SOLUTION.values(), ids=NO_SOLUTION)
def test_no_solution(text):
    """solve returns False for a puzzle without a solution, and can solve the next one"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is False
    boards.check_solves_figure(puzzle)


NOT_READY = {
    "a group that is not connected": boards.MISPRINT,
    "a group without a constraint": boards.FIGURE.replace("h 4 =\n", ""),
    "a constraint without a group": f"{boards.FIGURE}i 1 =\n",
    "the same constraint twice": f"{boards.FIGURE}a 3 -\n",
}


@pytest.mark.parametrize("text", NOT_READY.values(), ids=NOT_READY)
def test_not_ready(text):
    """solve returns False for a puzzle that is not ready"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is False
    boards.check_solves_figure(puzzle)


def test_no_puzzle():
    """solve returns False when no puzzle was loaded"""
    puzzle = Mathdoku()
    assert puzzle.solve() is False
    boards.check_solves_figure(puzzle)
