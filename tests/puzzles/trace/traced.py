"""Puzzles to trace, and the assignments' reference solutions to compare traces with."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from autograder.puzzles import Board, Cage, Puzzle
from autograder.puzzles.formats import FormatError, read, write
from autograder.puzzles.model import empty_grid
from autograder.puzzles.trace import LIMIT, Trace, trace
from tests.conftest import ROOT

SINGLES = (Cage("=", 1, ((0, 0),)), Cage("=", 2, ((0, 1),)))
TWO = Puzzle(2, (*SINGLES, Cage("+", 3, ((1, 0), (1, 1)))))
NONE = Puzzle(2, (*SINGLES, Cage("=", 1, ((1, 0),)), Cage("=", 2, ((1, 1),))))
ONE = Puzzle(1, (Cage("=", 1, ((0, 0),)),))
PRODUCT = Puzzle(2, (Cage("*", 2, ((0, 0), (0, 1))), Cage("+", 3, ((1, 0), (1, 1)))))


def inputs(assignment: str, kind: str = "*") -> list[Path]:
    """The inputs that hold a puzzle; some are wrong on purpose."""
    found = []
    for path in sorted((ROOT / "inputs" / assignment).glob(f"{kind}/*.in")):
        try:
            puzzle_in(path)
        except FormatError:
            continue
        found.append(path)
    return found


def puzzle_in(path: Path) -> Puzzle:
    return board_in(path).puzzle


def board_in(path: Path) -> Board:
    return read(path.read_text(encoding="utf-8"), path.parent.parent.name)


def traced_file(path: Path, limit: int = LIMIT) -> Trace:
    """The trace of the method of the file's assignment, names and order taken from the text."""
    text = path.read_text(encoding="utf-8")
    return trace(board_in(path), path.parent.parent.name, limit, text)


def text_of(puzzle: Puzzle, assignment: str) -> str:
    return write(Board(puzzle, empty_grid(puzzle.size)), assignment)


def case_name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


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
