"""The methods that can be traced, and how a trace is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from autograder.puzzles.model import Puzzle
from autograder.puzzles.trace.ac3 import ac3
from autograder.puzzles.trace.calcudoku import calcudoku
from autograder.puzzles.trace.kenken import kenken
from autograder.puzzles.trace.steps import Step, Trace

LIMIT = 20_000
"""How many steps of a trace are kept."""

COUNTED = 5
"""Steps are counted up to this many times the limit."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to solve a puzzle.

    Attributes:
        about: How it goes, a paragraph for students.
        counts: The names of a step's counts.
    """

    title: str
    about: str
    counts: tuple[str, ...]
    steps: Callable[[Puzzle], Iterator[Step]]


METHODS = {
    "kenken": Method(
        "KenKen by staged guesses",
        "One cage after the other. The first blank cell of the cage at work gets a guess, each"
        " number in turn that its row and column do not use yet. When all cells of the cage have"
        " guesses, they either fit and become numbers, or this way leads nowhere and the latest"
        " board that waits is looked at next.",
        ("boards looked at", "dead ends", "boards waiting"),
        kenken,
    ),
    "calcudoku": Method(
        "Calcudoku by brute force",
        "Cell after cell, in reading order. Add 1 to the cell and check the board: no number twice"
        " in a row or column, no cage with an empty cell at its sum or above, no full cage at"
        " another sum. If it is valid, go on to the next cell, if not, add 1 again. A cell that"
        " holds the last number already is emptied, and the cell before it goes on.",
        ("checks", "backtracks"),
        calcudoku,
    ),
    "ac3": Method(
        "KenKen by AC-3 and backtracking",
        "Each cell has a domain, the values that it may still hold. An arc from one cell to another"
        " takes away the values of the one that go with no value of the other; then the arcs to"
        " that cell join the queue again. When the queue is empty, a smallest domain of several"
        " values is chosen and each of its values is tried in turn.",
        ("arcs looked at", "arcs in the queue", "values tried", "values assumed"),
        ac3,
    ),
}


def trace(puzzle: Puzzle, method: str, limit: int = LIMIT) -> Trace:
    """The steps in which a method solves a puzzle, or the first `limit` of them.

    Raises:
        ValueError: there is no such method, or the limit leaves no step.
        PuzzleError: the method does not take this puzzle.
    """
    if method not in METHODS:
        raise ValueError(f"the method: expected one of {', '.join(METHODS)}, found {method}")
    if limit < 1:
        raise ValueError(f"the limit of steps must be at least 1, found {limit}")
    walk = METHODS[method].steps(puzzle)
    steps = tuple(islice(walk, limit))
    uncounted = COUNTED * limit - limit
    more = sum(1 for _ in islice(walk, uncounted))
    ended = next(walk, None) is None
    return Trace(puzzle, method, steps, len(steps) + more if ended else None)
