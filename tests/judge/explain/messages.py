"""Exceptions of a student's file, and the messages about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from autograder.judge.calls import Invocation
from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.rules import explain
from autograder.judge.failure import failure_of
from autograder.judge.sources import Sources
from autograder.sandbox.messages import Frame, Response, ResponseKind

OWN = """\
import math
from provided import Entry

TOTAL = 0


def used_in_rows(puzzle):
    lenght = 3
    return length


def place_guess(puzzle, posn):
    def guess_valid(puzzle):
        return True
    return guess_valid(puzzle)


class Mathdoku:
    def __init__(self):
        self.rows = []

    def ready_to_solve():
        return rows

    def solve(self, steps):
        return self

    def show(this, row):
        return this


def choices(self):
    return 0
"""
PROVIDED = """\
class Entry:
    number: int = 0
    letter: str = ""

    def shows(self):
        return self.number


def copy_board(board):
    return board


class Posn:
    x: int


SIZE = 6
board = []
"""


def own_sources(folder: Path) -> Sources:
    """Return the sources of a submission in a new folder."""
    (folder / "own.py").write_text(OWN, encoding="utf-8")
    (folder / "provided.py").write_text(PROVIDED, encoding="utf-8")
    return Sources.of(folder, ["own.py"], ["provided.py"])


def message(
    sources: Sources,
    kind: str,
    text: str,
    *calls: tuple[str, int],
    subject: str = "f",
    parameters: tuple[str, ...] = (),
    depth: int = 1,
) -> str:
    """Return the message about an exception of this kind and text, raised in these calls."""
    stack = tuple(Frame("own.py", line, function) for function, line in calls)
    response = Response(
        ResponseKind.RAISED, exceptions=(kind,), message=text, stacks=(stack,), depth=depth
    )
    invocation = Invocation(subject, parameters=parameters)
    return failure_of(response, invocation, sources).detail.message


def sources_of(folder: Path, source: str) -> Sources:
    """Return the sources of a submission that is one file, own.py."""
    (folder / "own.py").write_text(source, encoding="utf-8")
    return Sources.of(folder, ["own.py"], [])


def wrong_value(
    sources: Sources, returned: Any, expected: Any, *, subject: str = "f", printed: str = ""
) -> str:
    """Return the message about a wrong value; empty if it only says that the answer is wrong."""
    response = Response(ResponseKind.VALUE, returned, printed=printed)
    found = explain(Evidence(Invocation(subject), response, sources, values=(returned, expected)))
    return "" if found == f"{subject} gave the wrong answer" else found
