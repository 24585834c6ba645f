from pathlib import Path

import boards
import pytest
from mathdoku import Mathdoku

PUZZLES = boards.puzzles(Path(__file__).with_name("solve.txt"))


SMALL = {
    "one cell": ("a\na 1 =\n", ["1\n"]),
    "rows": ("aa\nbb\na 3 +\nb 3 +\n", ["12\n21\n", "21\n12\n"]),
    "columns": ("ab\nab\na 3 +\nb 3 +\n", ["12\n21\n", "21\n12\n"]),
    "* and =": ("ab\nac\na 2 *\nb 2 =\nc 1 =\n", ["12\n21\n"]),
    "- with the smaller number first": ("ab\nac\na 1 -\nb 2 =\nc 1 =\n", ["12\n21\n"]),
    "- with the larger number first": ("ab\nac\na 1 -\nb 1 =\nc 2 =\n", ["21\n12\n"]),
    "/ with the smaller number first": ("ab\nac\na 2 /\nb 2 =\nc 1 =\n", ["12\n21\n"]),
    "/ with the larger number first": ("ab\nac\na 2 /\nb 1 =\nc 2 =\n", ["21\n12\n"]),
    "digits for groups": ("21\n34\n2 1 =\n1 2 =\n3 2 =\n4 1 =\n", ["12\n21\n"]),
    "a number twice in a group": ("ab\naa\na 4 +\nb 2 =\n", ["12\n21\n"]),
    "every number given": (boards.GIVEN, [boards.GIVEN_SOLVED]),
    "4 x 4, with guesses": (boards.HARDER, [boards.HARDER_SOLVED]),
}


@pytest.mark.parametrize(("text", "solutions"), SMALL.values(), ids=SMALL)
def test_small(text, solutions):
    """solve finds a solution of a small puzzle, also when it is called again"""
    puzzle = boards.loaded(text)
    for _ in range(2):
        assert puzzle.solve() is True
        assert boards.shown(puzzle) in solutions


def test_figure():
    """solve finds the solution of the figure's puzzle"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.solve() is True
    assert boards.shown(puzzle) == boards.FIGURE_SOLVED


@pytest.mark.parametrize(("text", "solution"), PUZZLES.values(), ids=PUZZLES)
def test_puzzles(text, solution):
    """solve finds the only solution of a puzzle"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is True
    assert boards.shown(puzzle) == solution


ROWS = "add\nbbb\nccc\nb 6 +\nc 6 +\n"
"""A cell a beside two cells d, and two whole rows."""

NO_SOLUTION = {
    "one number twice in a row": "ab\ncd\na 1 =\nb 1 =\nc 2 =\nd 2 =\n",
    "one number twice in a column": "ab\ncd\na 1 =\nb 2 =\nc 1 =\nd 2 =\n",
    "two groups of a line": boards.NO_SOLUTION,
    "a sum that rows and columns rule out": (
        "aaf\naab\ndce\na 8 +\nb 2 +\nc 2 =\nd 1 =\ne 3 =\nf 1 =\n"
    ),
    "a division that leaves a remainder": (
        "aabbb\nccccc\nddddd\neeeee\nfffff\na 2 /\nb 8 +\nc 15 +\nd 15 +\ne 15 +\nf 15 +\n"
    ),
    "a number below its target": f"{ROWS}a 3 =\nd 5 +\n",
    "a number above its target": f"{ROWS}a 1 =\nd 3 +\n",
}


@pytest.mark.parametrize("text", NO_SOLUTION.values(), ids=NO_SOLUTION)
def test_no_solution(text):
    """solve returns False for a puzzle without a solution, and can solve the next one"""
    puzzle = boards.loaded(text)
    for _ in range(2):
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
    for _ in range(2):
        assert puzzle.solve() is False
    boards.check_solves_figure(puzzle)


def test_no_puzzle():
    """solve returns False when no puzzle was loaded"""
    puzzle = Mathdoku()
    assert puzzle.solve() is False
    boards.check_solves_figure(puzzle)


def test_two_objects():
    """solve changes only the object that it is called on"""
    first, second = boards.loaded("z\nz 1 =\n"), boards.loaded("z\nz 1 =\n")
    assert first.solve() is True
    assert boards.shown(second) == "z\n"
