import io
from pathlib import Path

import boards
import pytest

HERE = Path(__file__).parent
SMALL, REAL, LARGE = (boards.puzzles(HERE / f"{name}.txt") for name in ("small", "real", "large"))


@pytest.mark.parametrize(("text", "solution"), SMALL.values(), ids=SMALL)
def test_small(text, solution):
    """solve finds the solution of a small puzzle"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is True
    assert boards.shown(puzzle) == solution


@pytest.mark.parametrize(("text", "solution"), REAL.values(), ids=REAL)
def test_real(text, solution):
    """solve finds the solution of a puzzle from a magazine or a site"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is True
    assert boards.shown(puzzle) == solution


@pytest.mark.parametrize(("text", "solution"), LARGE.values(), ids=LARGE)
def test_large(text, solution):
    """solve finds the solution of a large puzzle"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is True
    assert boards.shown(puzzle) == solution


COLUMNS = "abc\ndbc\ndbc\nb 6 +\nc 6 +\n"
"""A cell a above two cells d, and two whole columns."""

RULES = {
    "a number that is the largest": (
        f"{COLUMNS}a 3 =\nd 1 -\n",
        ("312\n123\n231\n", "321\n132\n213\n", "312\n231\n123\n", "321\n213\n132\n"),
    ),
    "a number that is the least": (
        f"{COLUMNS}a 1 =\nd 1 -\n",
        ("123\n231\n312\n", "132\n213\n321\n", "123\n312\n231\n", "132\n321\n213\n"),
    ),
    "digits for groups": ("21\n34\n2 1 =\n1 2 =\n3 2 =\n4 1 =\n", ("12\n21\n",)),
    "- with the smaller number first": (
        "aab\nccb\nddd\na 2 -\nb 1 -\nc 1 -\nd 6 +\n",
        ("132\n213\n321\n", "312\n123\n231\n", "312\n231\n123\n", "132\n321\n213\n"),
    ),
    "+ and * on one cell": ("ab\ncd\na 1 +\nb 2 *\nc 2 =\nd 1 =\n", ("12\n21\n",)),
    "a number twice in a group": (
        "aab\nacb\nccb\na 5 +\nb 6 +\nc 7 +\n",
        ("123\n231\n312\n", "312\n123\n231\n"),
    ),
    "one group": ("aa\naa\na 4 *\n", ("12\n21\n", "21\n12\n")),
}


@pytest.mark.parametrize(("text", "solutions"), RULES.values(), ids=RULES)
def test_rules(text, solutions):
    """solve finds a solution that follows the rules; if there are several, any of them"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is True
    assert boards.shown(puzzle) in solutions


NO_SOLUTION = {
    "two groups of a row": "aab\ncbb\ncdd\na 3 +\nb 5 +\nc 3 +\nd 3 +\n",
    "one number twice in a row": "ab\ncd\na 1 =\nb 1 =\nc 2 =\nd 2 =\n",
    "one number twice in a column": "ab\ncd\na 1 =\nb 2 =\nc 1 =\nd 2 =\n",
    "a division that leaves a remainder": (
        "aabbb\nccccc\nddddd\neeeee\nfffff\na 2 /\nb 8 +\nc 15 +\nd 15 +\ne 15 +\nf 15 +\n"
    ),
    "a number below its target": f"{COLUMNS}a 3 =\nd 5 +\n",
    "a number above its target": f"{COLUMNS}a 1 =\nd 3 +\n",
    "a sum below its target": f"{COLUMNS}a 3 =\nd 4 +\n",
    "a sum above its target": f"{COLUMNS}a 1 =\nd 4 +\n",
    "a product below its target": f"{COLUMNS}a 3 =\nd 3 *\n",
    "a product above its target": f"{COLUMNS}a 1 =\nd 3 *\n",
    "a difference below its target": f"{COLUMNS}a 3 =\nd 2 -\n",
    "a difference above its target": f"{COLUMNS}a 2 =\nd 1 -\n",
    "a quotient below its target": f"{COLUMNS}a 3 =\nd 3 /\n",
    "a quotient above its target": f"{COLUMNS}a 2 =\nd 2 /\n",
    "found late": boards.FIGURE.replace("h 4 =", "h 3 ="),
}


@pytest.mark.parametrize("text", NO_SOLUTION.values(), ids=NO_SOLUTION)
def test_no_solution(text):
    """solve returns False when there is no solution, and can solve the next puzzle"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is False
    boards.check_solves_figure(puzzle)


def test_twice():
    """solve finds the same solution when it is called again"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.solve() is True
    assert puzzle.solve() is True
    assert boards.shown(puzzle) == boards.FIGURE_SOLVED


def test_after_failed_load():
    """solve returns False after a failed load, even if an earlier puzzle was solved"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.load_puzzle(io.StringIO("a\nb\n")) is False
    assert puzzle.solve() is False
    boards.check_solves_figure(puzzle)


@pytest.mark.parametrize(("text", "solution"), SMALL.values(), ids=SMALL)
def test_again(text, solution):
    """solve finds the solution of a small puzzle again when it is called again"""
    puzzle = boards.loaded(text)
    assert puzzle.solve() is True
    assert puzzle.solve() is True
    assert boards.shown(puzzle) == solution


def test_no_solution_again():
    """solve returns False again when it is called again and there is no solution"""
    puzzle = boards.loaded(boards.NO_SOLUTION)
    assert puzzle.solve() is False
    assert puzzle.solve() is False
    assert boards.shown(puzzle) == "aab\nccb\nddd\n"


def test_two_objects():
    """solve changes only the object that it is called on"""
    first, second = (boards.loaded(boards.FIGURE) for _ in range(2))
    assert first.solve() is True
    assert boards.shown(second) == "aabb\ncdee\ncfeg\nffhg\n"
    assert second.load_puzzle(io.StringIO("z\nz 1 =\n")) is True
    assert boards.shown(first) == boards.FIGURE_SOLVED


def test_not_ready_again():
    """solve returns False again when it is called again and the puzzle is not ready"""
    puzzle = boards.loaded(boards.MISPRINT)
    assert puzzle.solve() is False
    assert puzzle.solve() is False
