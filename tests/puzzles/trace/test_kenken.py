"""The trace of staged guesses: as solve_kenken_visual draws them, and by hand."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from rich.console import Console
from rich.text import Text

from autograder.puzzles import Cage, Grid, Puzzle
from autograder.puzzles.trace import trace
from autograder.puzzles.trace.steps import GUESS, NOTE, Contents
from autograder.puzzles.trace.words import fitting
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import (
    NONE,
    PRODUCT,
    case_name,
    inputs,
    puzzle_in,
    reference,
    text_of,
)

PROVIDED, _, SOLVE = reference("kenken", "provided", "kenken", "solve")


def boards_drawn(puzzle: Puzzle, patch: pytest.MonkeyPatch) -> list[Contents]:
    boards: list[Contents] = []

    def content(shows: Any) -> int:
        if isinstance(shows, str):
            return 0
        return 1 << shows if isinstance(shows, int) else 1 << shows.number | GUESS

    def draw(drawn: Any, _: str) -> Text:
        boards.append(tuple(content(entry.shows()) for row in drawn.board for entry in row))
        return Text()

    patch.setattr(SOLVE, "drawing", draw)
    board = PROVIDED.read_puzzle(text_of(puzzle, "kenken"))
    SOLVE.solve_kenken_visual(board, delay=0, console=Console(file=io.StringIO()))
    return boards


def boards_traced(puzzle: Puzzle) -> list[Contents]:
    """What is shown whenever one more board is counted."""
    boards: list[Contents] = []
    for step in trace(puzzle, "kenken").steps:
        if step.counts[0] > len(boards):
            boards.append(step.contents)
    return boards


@pytest.mark.parametrize("path", inputs("kenken", "sample"), ids=case_name)
def test_kenken_goes_through_the_boards_that_are_drawn(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_in(path)
    assert boards_traced(puzzle) == boards_drawn(puzzle, monkeypatch)


@settings(deadline=None)
@given(puzzles(max_size=3))
def test_kenken_goes_through_the_boards_of_any_puzzle(case: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = case
    with pytest.MonkeyPatch.context() as patch:
        assert boards_traced(puzzle) == boards_drawn(puzzle, patch)


def test_kenken_by_hand() -> None:
    steps = trace(PRODUCT, "kenken").steps
    assert [step.says for step in steps] == [
        "The board is empty. Begin with the cage 2* at (0, 0).",
        "(0, 0) is the first blank cell of the cage 2* at (0, 0); 1 and 2 are available.",
        "Guess 1 in (0, 0).",
        "(0, 1) is the first blank cell of the cage 2* at (0, 0); 2 is available.",
        "Guess 2 in (0, 1).",
        "1 * 2 = 2 fits the cage 2* at (0, 0).",
        "The guesses become numbers; the cage 3+ at (1, 0) is next.",
        "(1, 0) is the first blank cell of the cage 3+ at (1, 0); 2 is available.",
        "Guess 2 in (1, 0).",
        "(1, 1) is the first blank cell of the cage 3+ at (1, 0); 1 is available.",
        "Guess 1 in (1, 1).",
        "2 + 1 = 3 fits the cage 3+ at (1, 0).",
        "The guesses become numbers; the puzzle is solved.",
    ]
    assert [step.contents for step in steps if max(step.contents) >= NOTE] == [
        (NOTE | 2 | 4, 0, 0, 0),
        (2 | GUESS, NOTE | 4, 0, 0),
        (2, 4, NOTE | 4, 0),
        (2, 4, 4 | GUESS, NOTE | 2),
    ]
    assert (steps[5].at, steps[5].looked) == (((0, 0), (0, 1)), ())
    assert (steps[9].at, steps[9].looked) == (((1, 1),), ((1, 0), (0, 1)))
    assert [step.counts for step in steps[:4]] == [(1, 0, 0), (1, 0, 2), (2, 0, 1), (2, 0, 2)]


def test_kenken_goes_back() -> None:
    assert [(step.says, step.counts) for step in trace(NONE, "kenken").steps[-3:]] == [
        ("2 does not fit the cage 1 at (1, 0): go back.", (6, 1, 1)),
        ("Back in (0, 0), guess 2 instead.", (7, 1, 0)),
        ("2 does not fit the cage 1 at (0, 0): the puzzle has no solution.", (7, 2, 0)),
    ]


def test_kenken_finds_no_number() -> None:
    """Below 2 and 1, and beside a 3."""
    columns = [tuple((row, column) for row in range(3)) for column in range(3)]
    puzzle = Puzzle(3, tuple(Cage("+", 6, cells) for cells in columns))
    step = next(step for step in trace(puzzle, "kenken").steps if "no number" in step.says)
    assert step.says == (
        "(2, 1) is the first blank cell of the cage 6+ at (0, 1); no number is available: go back."
    )
    assert step.contents == (2, 4 | GUESS, 0, 4, 2 | GUESS, 0, 8, 0, 0)
    assert (step.at, set(step.looked)) == (((2, 1),), {(2, 0), (0, 1), (1, 1)})


@pytest.mark.parametrize(
    ("operation", "target", "numbers", "says"),
    [
        ("+", 6, (3, 1, 2), "3 + 1 + 2 = 6 fits"),
        ("*", 6, (3, 1, 3), "3 * 1 * 3 = 9 does not fit"),
        ("-", 3, (1, 4), "4 - 1 = 3 fits"),
        ("-", 3, (4, 2), "4 - 2 = 2 does not fit"),
        ("/", 2, (2, 4), "4 / 2 = 2 fits"),
        ("/", 2, (5, 2), "5 / 2 = 2 remainder 1 does not fit"),
        ("=", 2, (2,), "2 fits"),
    ],
)
def test_whether_numbers_fit(
    operation: str, target: int, numbers: tuple[int, ...], says: str
) -> None:
    cage = Cage(operation, target, tuple((0, column) for column in range(len(numbers))))
    assert fitting(cage, numbers) == f"{says} {cage}"
