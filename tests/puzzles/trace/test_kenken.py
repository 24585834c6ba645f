"""The trace of staged guesses, compared with solve_kenken_visual and with results by hand."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from rich.console import Console
from rich.text import Text

from autograder.puzzles import Board, Cage, Grid, Puzzle, PuzzleError, read
from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import Trace, trace
from autograder.puzzles.trace.sentences import calculation
from autograder.puzzles.trace.steps import GUESS, NOTE, Contents
from tests.conftest import ROOT
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import (
    NONE,
    PRODUCT,
    TWO,
    case_name,
    inputs,
    reference,
    text_of,
    traced_file,
)

PROVIDED, _, SOLVE = reference("kenken", "provided", "kenken", "solve")
SAMPLES = ROOT / "inputs" / "kenken" / "sample"


def boards_drawn(text: str, patch: pytest.MonkeyPatch) -> list[Contents]:
    boards: list[Contents] = []

    def content(shows: Any) -> int:
        if isinstance(shows, str):
            return 0
        return 1 << shows if isinstance(shows, int) else 1 << shows.number | GUESS

    def draw(drawn: Any, _: str) -> Text:
        boards.append(tuple(content(entry.shows()) for row in drawn.board for entry in row))
        return Text()

    patch.setattr(SOLVE, "drawing", draw)
    board = PROVIDED.read_puzzle(text)
    SOLVE.solve_kenken_visual(board, delay=0, console=Console(file=io.StringIO()))
    return boards


def boards_visited(traced: Trace) -> list[Contents]:
    """The contents whenever one more board is counted."""
    boards: list[Contents] = []
    for step in traced.steps:
        if step.counts[0] > len(boards):
            boards.append(step.contents)
    return boards


@pytest.mark.parametrize("path", inputs("kenken", "sample"), ids=case_name)
def test_kenken_goes_through_the_boards_that_are_drawn(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of the text's constraints, from the board in the text."""
    drawn = boards_drawn(path.read_text(encoding="utf-8"), monkeypatch)
    assert boards_visited(traced_file(path)) == drawn


@given(puzzles(max_size=3))
def test_kenken_goes_through_the_boards_of_any_puzzle(case: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = case
    with pytest.MonkeyPatch.context() as patch:
        drawn = boards_drawn(text_of(puzzle, "kenken"), patch)
        assert boards_visited(trace(puzzle, "kenken")) == drawn


def test_kenken_by_hand() -> None:
    """Positions are Posn(x, y), cages have letters; each step has its line and kind."""
    steps = trace(PRODUCT, "kenken").steps
    assert [(step.sentence, step.line, step.kind) for step in steps] == [
        ("Nothing is filled in. The first constraint is a 2 *.", 0, ""),
        ("Posn(0, 0) is the first blank cell of cage a; 1 and 2 are available.", 8, ""),
        ("Guess 1 at Posn(0, 0).", 2, "guess"),
        ("Posn(1, 0) is the first blank cell of cage a; 2 is available.", 8, ""),
        ("Guess 2 at Posn(1, 0).", 2, "guess"),
        ("1 * 2 = 2 satisfies the constraint a 2 *.", 6, ""),
        ("The guesses become numbers; the next constraint is b 3 +.", 2, "cage"),
        ("Posn(0, 1) is the first blank cell of cage b; 2 is available.", 8, ""),
        ("Guess 2 at Posn(0, 1).", 2, "guess"),
        ("Posn(1, 1) is the first blank cell of cage b; 1 is available.", 8, ""),
        ("Guess 1 at Posn(1, 1).", 2, "guess"),
        ("2 + 1 = 3 satisfies the constraint b 3 +.", 6, ""),
        ("The guesses become numbers; the puzzle is solved.", 4, "cage"),
    ]
    assert [step.contents for step in steps if max(step.contents) >= NOTE] == [
        (NOTE | 2 | 4, 0, 0, 0),
        (2 | GUESS, NOTE | 4, 0, 0),
        (2, 4, NOTE | 4, 0),
        (2, 4, 4 | GUESS, NOTE | 2),
    ]
    assert (steps[5].focus, steps[5].related) == (((0, 0), (0, 1)), ())
    assert (steps[9].focus, steps[9].related) == (((1, 1),), ((1, 0), (0, 1)))
    assert [step.counts for step in steps[:4]] == [(1, 0, 0), (1, 0, 2), (2, 0, 1), (2, 0, 2)]


def test_kenken_retreats() -> None:
    last = trace(NONE, "kenken").steps[-3:]
    assert [(step.sentence, step.counts, step.line, step.kind) for step in last] == [
        ("2 violates the constraint c 1 =: a dead end.", (6, 1, 1), 6, "retreat"),
        ("Back at Posn(0, 0): guess 2.", (7, 1, 0), 2, "guess"),
        (
            "2 violates the constraint a 1 =: a dead end, and the stack is empty:"
            " the puzzle has no solution.",
            (7, 2, 0),
            9,
            "retreat",
        ),
    ]


def test_kenken_finds_no_number() -> None:
    """Below 2 and 1, and beside a 3."""
    columns = [tuple((row, column) for row in range(3)) for column in range(3)]
    puzzle = Puzzle(3, tuple(Cage("+", 6, cells) for cells in columns))
    step = next(step for step in trace(puzzle, "kenken").steps if "no number" in step.sentence)
    assert step.sentence == (
        "Posn(1, 2) is the first blank cell of cage b; no number is available: a dead end."
    )
    assert step.contents == (2, 4 | GUESS, 0, 4, 2 | GUESS, 0, 8, 0, 0)
    assert (step.focus, set(step.related)) == (((2, 1),), {(2, 0), (0, 1), (1, 1)})


def test_kenken_starts_from_the_board_as_given() -> None:
    """Numbers stay, the guess of cage d is one, and letters are those of the text."""
    traced = traced_file(SAMPLES / "begun.in")
    first, second, *_ = traced.steps
    assert first.sentence == "The board is as given. The first constraint is d 5 +."
    assert first.contents[:6] == (4, 2, 16, 8, 8, 4 | GUESS)
    assert not any(first.contents[6:])
    assert second.sentence == "Posn(1, 2) is the first blank cell of cage d; 3 and 4 are available."
    assert second.focus == ((2, 1),)
    labels = [(label.corner, label.name) for label in traced.labels]
    assert labels[4:7] == [("", ""), ("d 5+", "cage d, 5+"), ("e 3-", "cage e, 3-")]
    assert labels[7:] == [
        ("f 3-", "cage f, 3-"),
        ("g 2/", "cage g, 2/"),
        ("h 4", "cage h, 4"),
        ("i 1-", "cage i, 1-"),
    ]


def test_kenken_of_a_complete_board() -> None:
    [step] = traced_file(SAMPLES / "solved_already.in").steps
    assert step.sentence == "No constraint is left: the puzzle is solved."


def test_kenken_works_in_the_order_of_the_text() -> None:
    traced = traced_file(SAMPLES / "constraints_in_any_order.in")
    assert traced.steps[0].sentence == "Nothing is filled in. The first constraint is b 8 *."
    assert traced.steps[1].sentence.startswith("Posn(1, 0) is the first blank cell of cage b;")


def test_kenken_takes_form_feeds_and_vertical_tabs_between_words() -> None:
    text = "2\n\fa\va\nb \f b\na\v3 +\nb 3\f+\f"
    traced = trace(read(text, "kenken"), "kenken", text=text)
    assert traced.steps[0].sentence == "Nothing is filled in. The first constraint is a 3 +."
    assert [label.corner for label in traced.labels] == ["a 3+", "b 3+"]


def test_kenken_names_cages_without_a_text() -> None:
    """A number in a single cell is given; one in another cage is a guess."""
    grid = ((1, 0), (0, 1))
    cages = (Cage("=", 1, ((0, 0),)), Cage("+", 5, ((0, 1), (1, 0), (1, 1))))
    traced = trace(Board(Puzzle(2, cages), grid), "kenken")
    assert traced.steps[0].contents == (2, 0, 0, 2 | GUESS)
    assert traced.steps[0].sentence.endswith("The first constraint is a 5 +.")
    assert [label.corner for label in traced.labels] == ["", "a 5+"]
    assert traced.solution == ((1, 2), (2, 1))


def test_kenken_has_letters_for_every_cage() -> None:
    puzzle = Puzzle(8, tuple(Cage("=", 1, (cell,)) for cell in cells_of(8)))
    corners = [label.corner for label in trace(puzzle, "kenken", 1).labels]
    assert corners[25:27] == ["z 1", "A 1"]
    assert corners[51:53] == ["Z 1", "a1 1"]
    assert len(set(corners)) == 64


def test_kenken_takes_no_board_with_repeated_numbers() -> None:
    with pytest.raises(PuzzleError) as error:
        trace(Board(TWO, ((1, 0), (1, 0))), "kenken")
    message = "the search needs a board without repeated numbers, but column 0 holds 1 twice"
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("operation", "target", "numbers", "result"),
    [
        ("+", 6, (3, 1, 2), "3 + 1 + 2 = 6"),
        ("*", 6, (3, 1, 3), "3 * 1 * 3 = 9"),
        ("-", 3, (1, 4), "4 - 1 = 3"),
        ("-", 3, (4, 2), "4 - 2 = 2"),
        ("/", 2, (2, 4), "4 / 2 = 2"),
        ("/", 2, (5, 2), "5 / 2 = 2 remainder 1"),
        ("=", 2, (2,), "2"),
    ],
)
def test_calculations(operation: str, target: int, numbers: tuple[int, ...], result: str) -> None:
    cage = Cage(operation, target, tuple((0, column) for column in range(len(numbers))))
    assert calculation(cage, numbers) == result
