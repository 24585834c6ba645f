"""Puzzles that the tests use, and how they are asked. FIGURE is the specification's.

More stand in files beside the tests. Real ones and those made with the generator of Simon Tatham's
Keen (MIT licence) have one solution.
"""

import io

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
"""The figure's puzzle as it was printed: groups d and e are torn apart."""

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
    """The puzzles in a file, each with its solution, by their names.

    Name, puzzle and solution each stand between blank lines.
    """
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    in_threes = zip(blocks[::3], blocks[1::3], blocks[2::3], strict=True)
    return {name: (f"{text}\n", f"{solution}\n") for name, text, solution in in_threes}


def loaded(student, text):
    """A new object that has loaded a puzzle."""
    puzzle = student.new("Mathdoku")
    assert puzzle.load_puzzle(io.StringIO(text)) is True
    return puzzle


def solves_figure(puzzle):
    """An object loads the figure's puzzle and solves it: what came before has left no trace."""
    assert puzzle.load_puzzle(io.StringIO(FIGURE)) is True
    assert puzzle.ready_to_solve() is True
    assert puzzle.solve() is True


def counted(choices):
    """A number of guesses, if it is one.

    It is what a program says of itself and could be made up. All that can be seen from outside is
    that the puzzle is solved and that this is a number of guesses; how they are counted is read by
    whoever marks the explanation.
    """
    assert type(choices) is int
    assert choices >= 0
    return choices


def told(undone):
    """What the guesses undone in several puzzles make in all."""
    numbers = ", ".join(map(str, undone))
    return f"That is the sum for {len(undone)} puzzles, this one the last: {numbers}."
