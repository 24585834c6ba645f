"""Puzzles for the tests, and helpers to load and solve them. FIGURE is the specification's.

More puzzles are in files next to the tests. Published ones, and those from the generator of Simon
Tatham's Keen (MIT licence), have one solution.
"""

import io

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


def sum_explanation(undone):
    """Return a sentence for the report: which sum the returned number is."""
    numbers = ", ".join(map(str, undone))
    return f"That is the sum for {len(undone)} puzzles; the last one is shown: {numbers}."
