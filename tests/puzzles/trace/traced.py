"""Puzzles to trace, and the assignments' reference solutions to compare traces with."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from autograder.puzzles import Board, Cage, Puzzle
from autograder.puzzles.formats import FormatError, read, write
from autograder.puzzles.model import empty_grid
from tests.conftest import ROOT

SINGLES = (Cage("=", 1, ((0, 0),)), Cage("=", 2, ((0, 1),)))
TWO = Puzzle(2, (*SINGLES, Cage("+", 3, ((1, 0), (1, 1)))))
NONE = Puzzle(2, (*SINGLES, Cage("=", 1, ((1, 0),)), Cage("=", 2, ((1, 1),))))
ONE = Puzzle(1, (Cage("=", 1, ((0, 0),)),))
PRODUCT = Puzzle(2, (Cage("*", 2, ((0, 0), (0, 1))), Cage("+", 3, ((1, 0), (1, 1)))))


def boards(assignment: str, kind: str = "*") -> Iterator[tuple[str, Board]]:
    """The inputs that hold a puzzle, with their texts; some are wrong on purpose."""
    for path in sorted((ROOT / "inputs" / assignment).glob(f"{kind}/*.in")):
        text = path.read_text(encoding="utf-8")
        with suppress(FormatError):
            yield text, read(text, assignment)


def board_of(case: str) -> Board:
    """The board of a case, written as in `kenken/sample/figure`."""
    text = (ROOT / "inputs" / f"{case}.in").read_text(encoding="utf-8")
    return read(text, case.partition("/")[0])


def text_of(puzzle: Puzzle, assignment: str) -> str:
    return write(Board(puzzle, empty_grid(puzzle.size)), assignment)


def reference(assignment: str, *names: str) -> Any:
    """Modules of a reference. Those of another one may have the same names."""
    shadowed = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path.insert(0, str(ROOT / "reference" / assignment))
    try:
        return [importlib.import_module(name) for name in names]
    finally:
        del sys.path[0]
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(shadowed)
