"""Puzzles for the tests, and helpers to load and solve them. FIGURE is the specification's.

More puzzles are in files next to the tests. Published ones, and those from the generator of Simon
Tatham's Keen (MIT licence), have one solution.
"""

import io
from contextlib import redirect_stdout

import pytest
from mathdoku import Mathdoku

FIGURE = """\
aabb
cdee
cfeg
ffhg
a 3 -
b 1 -
c 2 /
d 2 =
e 5 +
f 9 *
g 2 /
h 4 =
"""
FIGURE_SOLVED = "1423\n4231\n2314\n3142\n"

MISPRINT = FIGURE.replace("cdee", "cede")
"""The figure's puzzle as it was printed: groups d and e are not connected."""

NO_SOLUTION = """\
aab
ccb
ddd
a 3 +
b 3 +
c 4 +
d 6 +
"""
"""The first row has to end in 3, the second in 2."""


HARDER = """\
aabc
dbbc
defg
eefg
a 2 /
b 6 *
c 7 +
d 1 -
e 24 *
f 5 +
g 1 -
"""
HARDER_SOLVED = "1234\n4123\n3412\n2341\n"
"""A puzzle that few solvers solve without a guess."""

GIVEN = """\
abc
def
ghi
a 1 =
b 2 =
c 3 =
d 3 =
e 1 =
f 2 =
g 2 =
h 3 =
i 1 =
"""
GIVEN_ROWS = "abc\ndef\nghi\n"
GIVEN_SOLVED = "123\n312\n231\n"
"""A puzzle that gives every number, so that nothing has to be found."""


def puzzles(path):
    """Return the puzzles in a file and their solutions, by name.

    A blank line separates name, puzzle and solution.
    """
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    triples = zip(blocks[::3], blocks[1::3], blocks[2::3], strict=True)
    return {name: (f"{text}\n", f"{solution}\n") for name, text, solution in triples}


def loaded(text):
    """Return a new object that has loaded the puzzle."""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO(text)) is True
    return puzzle


def solved(text):
    """Return a new object that has solved the puzzle; skip the test if `solve` fails."""
    puzzle = loaded(text)
    if puzzle.solve() is not True:
        pytest.skip("solve does not solve this puzzle, which costs points there.")
    return puzzle


def unsolved(text):
    """Return a new object with a puzzle that has no solution, for which `solve` has returned False.

    The test is skipped if it has not.
    """
    puzzle = loaded(text)
    if puzzle.solve() is not False:
        pytest.skip("solve solves a puzzle without a solution, which costs points there.")
    return puzzle


def shown(puzzle):
    """Return the rows that `print` shows: how it shows them is tested with `print`."""
    with redirect_stdout(io.StringIO()) as printed:
        text = puzzle.print()
    lines = (text or printed.getvalue()).splitlines()
    return "".join("".join(line.split()) + "\n" for line in lines if line.split())


def check_holds(puzzle, rows, *, ready):
    """Check which puzzle the object holds: its rows, and whether it is ready.

    A wrong `print` or `ready_to_solve` costs nothing here.
    """
    if shown(loaded("z\nz 1 =\n")) == "z\n":
        assert shown(puzzle) == rows
    if loaded("z\nz 1 =\n").ready_to_solve() is True:
        assert puzzle.ready_to_solve() is ready


def check_solves_figure(puzzle):
    """Check that the object can load and solve the figure's puzzle, whatever it did before."""
    assert puzzle.load_puzzle(io.StringIO(FIGURE)) is True
    assert puzzle.ready_to_solve() is True
    assert puzzle.solve() is True


def checked_choices(choices):
    """Return the number of guesses after checking that it is a count.

    The program counts itself, so the number could be made up. A test can only see that the puzzle
    is solved and that this is a count; how guesses are counted is read when the explanation is
    marked.
    """
    assert type(choices) is int
    assert choices >= 0
    return choices


def check_counts_last_solve(puzzle):
    """Check that the numbers of several solves are not added up."""
    counts = []
    for _ in range(6):
        assert puzzle.solve() is True
        counts.append(checked_choices(puzzle.choices()))
    explanation = "The number after each solve; if each is above the last, they were added up."
    assert counts != sorted({*counts}), explanation


def sum_explanation(undone):
    """Return a sentence for the report: which sum the returned number is."""
    numbers = ", ".join(map(str, undone))
    return f"That is the sum for {len(undone)} puzzles; the last one is shown: {numbers}."
