"""Keen's game ids. What Keen does with the odd ones was tried with it, version 20230122."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from autograder.puzzles import Cage, Puzzle
from autograder.puzzles.formats import detect, read, write
from tests.conftest import ROOT
from tests.puzzles.boards import one_cage, rows

SAMPLE = ROOT / "tests" / "puzzles" / "data" / "keen.jsonl"


@dataclass(frozen=True)
class Printed:
    """An id that Keen printed, and the puzzle that it means."""

    id: str
    puzzle: Puzzle


def printed(line: str) -> Printed:
    record = json.loads(line)
    cages = [
        Cage(
            cage["op"],
            cage["target"],
            tuple(divmod(cell, record["size"]) for cell in cage["cells"]),
        )
        for cage in record["cages"]
    ]
    return Printed(record["source"].split()[-1], Puzzle(record["size"], tuple(cages)))


PRINTED = [printed(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case.id.split(":")[0])
def test_ids_that_keen_printed(case: Printed) -> None:
    assert detect(case.id) == "keen"
    assert read(case.id).puzzle == case.puzzle
    size, _, rest = case.id.partition(":")
    assert write(read(case.id), "keen") == f"{size[0]}:{rest}\n"


@pytest.mark.parametrize(
    ("walls", "puzzle"),
    [
        # 20 are open, then 20 are not; then the wall at the end. So the last letter is _ 20 times.
        ("5:t_20", rows(5)),
        # 25 and 5 are open, and a wall; 29 others, and the one at the end.
        ("6:ye_30", rows(6)),
        # 144: 25 five times, and 19.
        ("9:y5s", one_cage(9, "+", 81)),
    ],
)
def test_long_runs_without_a_wall(walls: str, puzzle: Puzzle) -> None:
    """Keen takes all of these, which it would not if a y stood for a wall, too."""
    clues = "".join(f"a{cage.target}" for cage in puzzle.cages)
    assert read(f"{walls},{clues}").puzzle == puzzle
    assert write(read(f"{walls},{clues}"), "keen") == f"{walls},{clues}\n"


@pytest.mark.parametrize("parameters", ["2", "2de", "2dum", "2m", "02"])
def test_parameters_before_the_colon_say_nothing_about_the_puzzle(parameters: str) -> None:
    assert read(f"{parameters}:b__,s1s1") == read("2:b__,s1s1")
