"""The methods of the assignments: what they say of each step, compared with the references."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from autograder.puzzles import Board, Cage, Puzzle, PuzzleError, is_solution, read
from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import Trace, methods, trace
from autograder.puzzles.trace.steps import (
    GUESS,
    NO_SOLUTION,
    SOLVED,
    Contents,
    numbers_in,
)
from tests.conftest import ROOT
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import (
    NONE,
    PRODUCT,
    TWO,
    board_of,
    boards,
    reference,
    text_of,
)

L_SHAPE = ((0, 0), (0, 1), (1, 0))
REST = tuple(cell for cell in cells_of(3) if cell not in L_SHAPE)
SUMS = (TWO, NONE, Puzzle(3, (Cage("+", 4, L_SHAPE), Cage("+", 14, REST))))
CLAIMED = (
    Cage("*", 3, ((0, 0), (0, 1))),
    Cage("+", 5, ((0, 2), (1, 2))),
    Cage("+", 10, ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2))),
)
ANY = (PRODUCT, NONE, Puzzle(3, CLAIMED))
RECORDED = ROOT / "tests/puzzles/data"


@pytest.mark.parametrize("method", methods())
def test_steps_in_words(method: str, recorded: Callable[[Path, str], None]) -> None:
    """The first step of each kind in three small puzzles, of which the second has no solution."""
    found, seen = [], set[str]()
    for puzzle in SUMS if method == "calcudoku" else ANY:
        traced = trace(puzzle, method)
        found.append(", ".join(label.name for label in traced.labels))
        for step in traced.steps:
            shape = re.sub(r"\b(\d+|[a-d])\b", "#", step.sentence)
            if shape in seen:
                continue
            seen.add(shape)
            cells = " ".join(map(cell_text, step.contents))
            places = f"{step.focus} {step.related}"
            counts = " ".join(map(str, step.counts))
            line = f"line {step.line} {step.kind}".rstrip()
            found.append(f"{step.sentence} | {cells} | {places} | {counts} | {line}")
    recorded(RECORDED / f"steps_of_{method}.txt", "\n".join(found) + "\n")


def cell_text(content: int) -> str:
    numbers = "".join(map(str, numbers_in(content)))
    return f"{numbers or '.'}{'?' * (content & GUESS)}"


@settings(max_examples=20)
@pytest.mark.parametrize("method", methods())
@given(data=st.data())
def test_solution_is_found(method: str, data: st.DataObject) -> None:
    puzzle, _ = data.draw(puzzles(max_size=3, operations="+" if method == "calcudoku" else "+-*/"))
    traced = trace(puzzle, method)
    assert traced.solution is not None
    assert is_solution(puzzle, traced.solution)
    assert [SOLVED in step.sentence for step in traced.steps].index(True) == len(traced.steps) - 1
    cells = set(cells_of(puzzle.size))
    for step in traced.steps:
        assert len(step.contents) == len(cells)
        assert len(step.counts) == len(traced.method.COUNTS)
        assert cells >= {*step.focus, *step.related}
        assert not set(step.focus) & set(step.related)
        assert 0 <= step.line < len(traced.method.PSEUDOCODE)
        assert step.kind in ("", *traced.method.KINDS)


@pytest.mark.parametrize("method", methods())
def test_samples_end_as_the_program_does(method: str) -> None:
    for path in sorted((ROOT / "inputs" / method / "sample").glob("*.in")):
        output = ROOT / "expected" / method / "sample" / f"{path.stem}.out"
        printed = output.read_text(encoding="utf-8")
        if printed in ("No Puzzle...\n", "Not Ready to Solve...\n"):
            continue
        traced = trace(read(path.read_text(encoding="utf-8"), method), method, 150_000)
        rows = re.findall(r"^[1-9 ]+$", printed, re.MULTILINE)
        grid = tuple(tuple(map(int, row.replace(" ", ""))) for row in rows)
        assert traced.solution == (grid or None)
        assert grid or NO_SOLUTION in traced.steps[-1].sentence


# Each method works as the reference of its assignment does.


def test_calcudoku_counts_as_the_program_does() -> None:
    for text, board in boards("calcudoku", "sample"):
        counts = trace(board, "calcudoku", 100_000).steps[-1].counts
        counting = "checks: {} backtracks: {}".format(*counts)
        paths = (ROOT / "inputs/calcudoku/sample").glob("*.in")
        [name] = [path.stem for path in paths if path.read_text(encoding="utf-8") == text]
        output = ROOT / "expected/calcudoku/sample" / f"{name}.out"
        assert counting in output.read_text(encoding="utf-8")


def test_kenken_goes_through_the_boards_that_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the text's constraints, from the board in the text."""
    provided, _, solve = reference("kenken", "provided", "kenken", "solve")
    drawn: list[Contents] = []

    def content(shows: Any) -> int:
        if isinstance(shows, str):
            return 0
        return 1 << shows if isinstance(shows, int) else 1 << shows.number | GUESS

    def draw(puzzle: Any, _: str) -> Text:
        drawn.append(tuple(content(entry.shows()) for row in puzzle.board for entry in row))
        return Text()

    monkeypatch.setattr(solve, "drawing", draw)
    for text, board in boards("kenken", "sample"):
        drawn.clear()
        console = Console(file=io.StringIO())
        solve.solve_kenken_visual(provided.read_puzzle(text), delay=0, console=console)
        assert boards_visited(trace(board, "kenken")) == drawn


def boards_visited(traced: Trace) -> list[Contents]:
    """The contents whenever one more board is counted."""
    visited: list[Contents] = []
    for step in traced.steps:
        if step.counts[0] > len(visited):
            visited.append(step.contents)
    return visited


def test_mathdoku_makes_the_choices_of_the_reference() -> None:
    [module] = reference("mathdoku", "mathdoku")
    for text, board in boards("mathdoku"):
        puzzle = module.Mathdoku()
        puzzle.load_puzzle(io.StringIO(text))
        puzzle.solve()
        assert trace(board, "mathdoku").steps[-1].counts[2] == puzzle.choices()


@settings(max_examples=30)
@given(puzzles(max_size=3))
def test_ac3_makes_the_calls_of_the_reference(case: tuple[Puzzle, object]) -> None:
    provided, ac3 = reference("ac3", "provided", "ac3")
    calls = {"reduce_domain": 0, "assign_value": 0}
    for name in calls:
        setattr(ac3, name, counting(calls, name, getattr(ac3, name)))
    puzzle = case[0]
    given = provided.read_puzzle(text_of(puzzle, "ac3"))
    solved = ac3.solve_kenken(given, provided.full_domains(puzzle.size))
    traced = trace(puzzle, "ac3")
    arcs, _, tried, _ = traced.steps[-1].counts
    assert {"reduce_domain": arcs, "assign_value": tried} == calls
    assert (solved is None) == (traced.solution is None)


def counting(
    calls: dict[str, int], name: str, function: Callable[..., object]
) -> Callable[..., object]:
    def counted(*arguments: object) -> object:
        calls[name] += 1
        return function(*arguments)

    return counted


# What else is promised of single methods.


def test_kenken_starts_from_the_board_as_given() -> None:
    """Numbers stay, the guess of cage d is one, and letters are those of the text."""
    traced = trace(board_of("kenken/sample/begun"), "kenken")
    first, second, *_ = traced.steps
    assert first.sentence == "The board is as given. The first constraint is d 5 +."
    assert first.contents[:6] == (4, 2, 16, 8, 8, 4 | GUESS)
    assert second.sentence == "Posn(1, 2) is the first blank cell of cage d; 3 and 4 are available."
    corners = [label.corner for label in traced.labels]
    assert corners[4:] == ["", "d 5+", "e 3-", "f 3-", "g 2/", "h 4", "i 1-"]


REFUSED = [
    (
        "calcudoku",
        Board(PRODUCT, ((0, 0), (0, 0))),
        "the cage 2* at (0, 0): brute force expects sums and single numbers, found *",
    ),
    (
        "calcudoku",
        Board(TWO, ((0, 2), (0, 0))),
        "brute force starts from an empty board, found 2 at (0, 1)",
    ),
    (
        "kenken",
        Board(TWO, ((1, 0), (1, 0))),
        "the search needs a board without repeated numbers, but column 0 holds 1 twice",
    ),
]


@pytest.mark.parametrize(("method", "board", "message"), REFUSED)
def test_boards_that_a_method_does_not_take(method: str, board: Board, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        trace(board, method)
    assert str(error.value) == message
