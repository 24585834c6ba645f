"""Public puzzles: each solution proved unique by two other solvers, each level given by Keen."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from autograder.puzzles import Grid, Puzzle
from autograder.puzzles.formats import read
from tests.conftest import ROOT


@dataclass(frozen=True)
class Public:
    puzzle: Puzzle
    solution: Grid
    level: str | None


@cache
def public() -> list[Public]:
    """Return 217 puzzles: 202 of sizes 3 to 9 and all of Keen's levels, and 15 of 10 to 12."""
    text = (ROOT / "tests" / "puzzles" / "data" / "public.jsonl").read_text(encoding="utf-8")
    puzzles = []
    for line in map(json.loads, text.splitlines()):
        rows = line["solution"].split()
        solution = tuple(tuple(int(digit, 16) for digit in row) for row in rows)
        puzzles.append(Public(read(line["puzzle"], "mathdoku").puzzle, solution, line["level"]))
    return puzzles
