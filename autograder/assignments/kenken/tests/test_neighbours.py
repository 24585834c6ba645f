import boards
import pytest
from boards import ALL_GUESSED, COMPLETE
from kenken import neighbours
from provided import Constraint, Posn, Puzzle, read_puzzle

FIRST, SECOND = Posn(0, 0), Posn(1, 0)

# {} is the next cell: it shows its letter, then a guess of each available number. The positions are
# its own and that of the cell after it.
GUESSES = {
    "of a = cage": ("2\n{} b\nb b\na 1 =\nb 5 +\n", FIRST, ALL_GUESSED, [1, 2]),
    "of a + cage": ("3\n{} a b\nb b b\nb b b\na 2 +\nb 16 +\n", FIRST, SECOND, [1, 2, 3]),
    "of a * cage": ("3\n{} a b\nb b b\nb b b\na 2 *\nb 15 +\n", FIRST, SECOND, [1, 2, 3]),
    "of a - cage": ("3\n{} a b\nb b b\nb b b\na 2 -\nb 14 +\n", FIRST, SECOND, [1, 2, 3]),
    "of a / cage": ("3\n{} a b\nb b b\nb b b\na 3 /\nb 14 +\n", FIRST, SECOND, [1, 2, 3]),
    "in the last cell of a cage": (
        "3\nGuess(a,1) {} b\nb b b\nb b b\na 3 +\nb 15 +\n",
        SECOND,
        ALL_GUESSED,
        [2, 3],
    ),
    "that the cage has already": (
        "2\nGuess(a,1) b\nb {}\na 2 +\nb 4 +\n",
        Posn(1, 1),
        ALL_GUESSED,
        [1, 2],
    ),
    "that leaves none for another cell": (
        "3\n{} a 3\nb 2 b\nb b b\na 3 +\nb 10 +\n",
        FIRST,
        SECOND,
        [1, 2],
    ),
    "that is the only one": ("2\n1 {}\nb b\na 2 =\nb 3 +\n", SECOND, ALL_GUESSED, [2]),
    "in increasing order, on a large board": (
        "10\n{} 2 3 4 a b b b b b\n"
        + "".join(f"{number} b b b b b b b b b\n" for number in (5, 6, 7))
        + "b b b b b b b b b b\n" * 6
        + "a 18 +\nb 505 +\n",
        FIRST,
        Posn(4, 0),
        [1, 8, 9, 10],
    ),
}


@pytest.mark.parametrize(("text", "posn", "then", "numbers"), GUESSES.values(), ids=GUESSES)
def test_every_number(monkeypatch, text, posn, then, numbers):
    """neighbours guesses every available number"""
    steps = {number: read_puzzle(text.format(f"Guess(a,{number})")) for number in numbers}
    boards.give_guesses(monkeypatch, posn, steps, then)
    assert neighbours(read_puzzle(text.format("a"))) == list(steps.values()), (
        "the constraint does not matter until all cells of the cage have guesses"
    )


def test_valid_guesses_are_applied(monkeypatch):
    """neighbours applies the guesses in a copy if they are valid"""
    applied = boards.FIRST_APPLIED
    boards.give(monkeypatch, find_blank=ALL_GUESSED, guess_valid=True, apply_guess=applied)
    assert neighbours(boards.TWO_GUESSES) == [applied]


def test_guesses_that_are_not_valid(monkeypatch):
    """neighbours returns an empty list if the guesses are not valid"""
    boards.give(monkeypatch, find_blank=ALL_GUESSED, guess_valid=False)
    wrong = [Constraint("a", 8, "*"), *boards.TWO_GUESSES.constraints[1:]]
    assert neighbours(Puzzle(4, boards.TWO_GUESSES.board, wrong)) == []


def test_no_number_available(monkeypatch):
    """neighbours returns an empty list if no number is available for the next cell"""
    boards.give_guesses(monkeypatch, Posn(1, 0), {})
    assert neighbours(read_puzzle("2\n1 a\nb 2\na 2 =\nb 1 =\n")) == []


def test_complete_puzzle(monkeypatch):
    """neighbours returns an empty list if the puzzle is complete"""
    boards.give(monkeypatch, find_blank=COMPLETE)
    assert neighbours(boards.SOLVED) == []


def test_second_puzzle(monkeypatch):
    """neighbours looks only at the puzzle it gets, not at an earlier one"""
    boards.give(monkeypatch, find_blank=COMPLETE)
    assert neighbours(boards.SOLVED) == []
    steps = {1: read_puzzle("1\nGuess(z,1)\nz 1 =\n")}
    boards.give_guesses(monkeypatch, Posn(0, 0), steps)
    assert neighbours(read_puzzle("1\nz\nz 1 =\n")) == [steps[1]]
