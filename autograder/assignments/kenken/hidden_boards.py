"""Puzzles that only hidden tests use."""

from provided import Constraint, Entry, Guess, Puzzle, copy_puzzle, read_puzzle

ONE_CELL = read_puzzle("1\nz\nz 1 =\n")

SCATTERED = read_puzzle("""\
6
r r r s s t
u 5 Guess(q,3) s q t
u Guess(q,6) q v v 4
w w x 2 v y
3 w x x z y
A A A A z 1
q 90 *
r 11 +
s 10 +
t 3 -
u 2 /
v 9 +
w 7 +
x 12 *
y 1 -
z 3 /
A 15 +
""")

# The largest numbers have two digits: sorted as text, 10 and 12 come before 9.
TWELVE = read_puzzle(
    "12\n10 a 9 12 a a a a a a a a\n12 b b b b b b b b b b b\n"
    + "b b b b b b b b b b b b\n" * 9
    + "9 b b b b b b b b b b b\na 50 +\nb 800 +\n"
)

# Guesses of one digit and of two, before and after they are applied.
TWELVE_GUESSED = read_puzzle(
    "12\nGuess(a,10) Guess(a,2) b b b b b b b b b b\nGuess(a,12) b b b b b b b b b b b\n"
    + "b b b b b b b b b b b b\n" * 10
    + "a 24 +\nb 912 +\n"
)

TWELVE_APPLIED = read_puzzle(
    "12\n10 2 b b b b b b b b b b\n12 b b b b b b b b b b b\n"
    + "b b b b b b b b b b b b\n" * 10
    + "b 912 +\n"
)

# Fields that a cell does not show may have any value: the first cell shows 3, the second a guess.
LEFTOVERS = Puzzle(
    4,
    [
        [
            Entry("a", 3, False, Guess("b", 1)),
            Entry("x", 4, True, Guess("a", 2)),
            Entry("a", 0, False, Guess("z", 1)),
            Entry("b"),
        ],
        *([Entry("b") for _ in range(4)] for _ in range(3)),
    ],
    [Constraint("a", 3, "+"), Constraint("b", 30, "+")],
)

LEFTOVERS_GUESSED = Puzzle(
    2,
    [
        [Entry("x", 1, True, Guess("a", 2)), Entry("a", 1, False, Guess("a", 2))],
        [Entry("b", 0, False, Guess("a", 1)), Entry("b")],
    ],
    [Constraint("a", 2, "="), Constraint("b", 3, "+")],
)


def guessed(puzzle, x, y, guess):
    """Return a copy of a puzzle with a guess in one cell."""
    copy = copy_puzzle(puzzle)
    copy.board[y][x] = Entry(guess=True, g=guess)
    return copy
