"""Puzzles for the tests. FIGURE is the example of the specification, SOLVED its solution."""

from copy import deepcopy

import kenken
from provided import Constraint, Entry, Guess, Posn, Puzzle, read_puzzle

ALL_GUESSED = Posn(-1, -1)
COMPLETE = Posn(-2, -2)

FIGURE = read_puzzle("""\
4
a b b c
a d e e
f d g g
f h i i
a 6 *
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

CONSTRAINTS_LAST_FIRST = read_puzzle("""\
4
a b b c
a d e e
f d g g
f h i i
i 1 -
h 4 =
g 2 /
f 3 -
e 3 -
d 5 +
c 3 =
b 3 -
a 6 *
""")

ONE_GUESS = read_puzzle("""\
4
Guess(a,2) b b c
a d e e
f d g g
f h i i
a 6 *
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

TWO_GUESSES = read_puzzle("""\
4
Guess(a,2) b b c
Guess(a,3) d e e
f d g g
f h i i
a 6 *
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

FIRST_APPLIED = read_puzzle("""\
4
2 b b c
3 d e e
f d g g
f h i i
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

HALF_WAY = read_puzzle("""\
4
2 1 4 3
3 Guess(d,2) e e
f d g g
f h i i
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

LAST_CAGE = read_puzzle("""\
4
2 1 4 3
3 2 1 4
4 3 2 1
1 4 Guess(i,3) Guess(i,2)
i 1 -
""")

SOLVED = read_puzzle("""\
4
2 1 4 3
3 2 1 4
4 3 2 1
1 4 3 2
""")

TWO = read_puzzle("2\n2 1\n1 b\nb 2 =\n")

# Fields that a cell does not show may have any value. This one shows 1 b, and below b Guess(a,1).
LEFTOVERS = Puzzle(
    2,
    [
        [Entry("a", 1, False, Guess("a", 2)), Entry("b", 0, False, Guess("a", 2))],
        [Entry("b", 0, False, Guess("a", 2)), Entry("a", 2, True, Guess("a", 1))],
    ],
    [Constraint("a", 1, "="), Constraint("b", 4, "+")],
)

# In a set of Python's, 8 may come before 1.
EIGHT = read_puzzle("8\n8 1 b b b b b b\n1 b b b b b b b\n" + "b b b b b b b b\n" * 6 + "b 279 +\n")

# Sorted as text, 10 comes before 9.
TEN = read_puzzle(
    "10\n10 9 b b b b b b b b\n9 b b b b b b b b b\n" + "b b b b b b b b b b\n" * 8 + "b 531 +\n"
)


def give(monkeypatch, **answers):
    """Let functions that another one may call return these answers, whatever is in kenken.py."""
    for name, answer in answers.items():
        returned = lambda *_, _answer=answer, **__: deepcopy(_answer)  # noqa: E731
        monkeypatch.setattr(kenken, name, returned, raising=False)


def give_guesses(monkeypatch, blank, steps, then=ALL_GUESSED):
    """Let them return what leads to these steps: for each number, the puzzle with its guess.

    `blank` is the cell for the guess, and `then` the next one.
    """

    def find_blank(puzzle):
        return then if puzzle in steps.values() else blank

    def place_guess(puzzle, posn, value):
        is_step = posn == blank and value in steps
        return deepcopy(steps[value].board if is_step else puzzle.board)

    give(monkeypatch, available_vals=sorted(steps))
    monkeypatch.setattr(kenken, "find_blank", find_blank, raising=False)
    monkeypatch.setattr(kenken, "place_guess", place_guess, raising=False)
