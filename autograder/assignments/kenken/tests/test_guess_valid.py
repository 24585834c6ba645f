import boards
import pytest
from kenken import guess_valid
from provided import read_puzzle

REST = "b b b b\n" * 3

TABLE = {
    "+ with the right sum": (
        "3\nGuess(a,1) Guess(a,3) b\nGuess(a,2) b b\nb b b\na 6 +\nb 9 +\n",
        True,
    ),
    "+ with another sum": (
        "3\nGuess(a,1) Guess(a,2) b\nGuess(a,2) b b\nb b b\na 6 +\nb 9 +\n",
        False,
    ),
    "+ counts a number that occurs twice": (
        "3\nGuess(a,1) Guess(a,2) b\nb Guess(a,1) b\nb b b\na 4 +\nb 9 +\n",
        True,
    ),
    "* with the right product": ("3\nGuess(a,3) Guess(a,2) b\nb b b\nb b b\na 6 *\nb 9 +\n", True),
    "* with another product": ("3\nGuess(a,3) Guess(a,1) b\nb b b\nb b b\na 6 *\nb 9 +\n", False),
    "+ with a larger sum": (
        "3\nGuess(a,3) Guess(a,2) b\nGuess(a,2) b b\nb b b\na 6 +\nb 9 +\n",
        False,
    ),
    "* with a larger product": (
        "3\nGuess(a,3) Guess(a,2) b\nGuess(a,2) b b\nb b b\na 6 *\nb 9 +\n",
        False,
    ),
    "- with the larger number first": (
        "3\nGuess(a,3) Guess(a,1) b\nb b b\nb b b\na 2 -\nb 9 +\n",
        True,
    ),
    "- with the smaller number first": (
        "3\nGuess(a,1) Guess(a,3) b\nb b b\nb b b\na 2 -\nb 9 +\n",
        True,
    ),
    "- with a smaller difference": (
        "4\nGuess(a,3) Guess(a,2) b b\n" + REST + "a 2 -\nb 9 +\n",
        False,
    ),
    "- with a larger difference": (
        "4\nGuess(a,4) Guess(a,1) b b\n" + REST + "a 2 -\nb 9 +\n",
        False,
    ),
    "/ with the larger number first": (
        "4\nGuess(a,4) Guess(a,2) b b\n" + REST + "a 2 /\nb 9 +\n",
        True,
    ),
    "/ with the smaller number first": (
        "4\nGuess(a,2) Guess(a,4) b b\n" + REST + "a 2 /\nb 9 +\n",
        True,
    ),
    "/ with a remainder": (
        "5\nGuess(a,5) Guess(a,2) b b b\n" + "b b b b b\n" * 4 + "a 2 /\nb 9 +\n",
        False,
    ),
    "/ with a remainder, smaller number first": (
        "5\nGuess(a,2) Guess(a,5) b b b\n" + "b b b b b\n" * 4 + "a 2 /\nb 9 +\n",
        False,
    ),
    "/ with a smaller quotient": (
        "4\nGuess(a,3) Guess(a,2) b b\n" + REST + "a 2 /\nb 9 +\n",
        False,
    ),
    "/ with the right difference": (
        "4\nGuess(a,3) Guess(a,1) b b\n" + REST + "a 2 /\nb 9 +\n",
        False,
    ),
    "guesses in the last row and column": ("2\nb Guess(a,1)\nb Guess(a,2)\na 2 *\nb 3 +\n", True),
    "= with a smaller number": ("2\nGuess(a,1) b\nb b\na 2 =\nb 4 +\n", False),
    "= with a larger number": ("2\nGuess(a,2) b\nb b\na 1 =\nb 4 +\n", False),
    "= with the right number": ("2\nGuess(a,2) b\nb b\na 2 =\nb 4 +\n", True),
    "+ that reaches the sum before the last guess": (
        "3\nGuess(a,3) Guess(a,2) b\nGuess(a,1) b b\nb b b\na 5 +\nb 9 +\n",
        False,
    ),
}


@pytest.mark.parametrize(("text", "expected"), TABLE.values(), ids=TABLE)
def test_guesses(text, expected):
    """guess_valid returns whether the guesses satisfy the first constraint"""
    assert guess_valid(read_puzzle(text)) is expected


@pytest.mark.parametrize("constraint", ["4 +", "4 *", "1 /"], ids=["+", "*", "/"])
def test_equal_numbers(constraint):
    """guess_valid returns True for two equal numbers that give the target"""
    puzzle = read_puzzle(f"2\nGuess(a,2) b\nb Guess(a,2)\na {constraint}\nb 2 +\n")
    assert guess_valid(puzzle) is True


def test_what_a_cell_shows():
    """guess_valid uses only what a cell shows, not its other fields"""
    assert guess_valid(boards.LEFTOVERS) is True


def test_second_puzzle():
    """guess_valid looks only at the puzzle it gets, not at an earlier one"""
    valid, invalid = (
        read_puzzle(f"2\nGuess(a,{number}) b\nb b\na 2 =\nb 4 +\n") for number in (2, 1)
    )
    assert guess_valid(valid) is True
    assert guess_valid(invalid) is False
