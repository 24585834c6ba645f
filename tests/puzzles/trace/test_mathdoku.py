"""The trace of propagation and guesses: its rules one by one, and its counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings

from autograder.puzzles import Board, Cage, Cell, Grid, Puzzle, solutions
from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import Step, trace
from autograder.puzzles.trace.steps import GUESS, numbers_in
from tests.conftest import ROOT
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import NONE, PRODUCT, traced_file

SAMPLES = ROOT / "inputs" / "mathdoku" / "sample"
ROW = tuple((0, column) for column in range(3))
REST = tuple((row, column) for row in (1, 2) for column in range(3))


def test_mathdoku_by_hand() -> None:
    steps = trace(PRODUCT, "mathdoku").steps
    assert [(s.sentence, s.contents, s.counts, s.line, s.kind) for s in steps] == [
        ("Each empty cell can be any number from 1 to 2.", (6, 6, 6, 6), (0, 0, 0), 0, ""),
        (
            "(0, 0) can be 1 and 2: guess 1.",
            (2 | GUESS, 6, 6, 6),
            (0, 1, 0),
            8,
            "guess",
        ),
        (
            "No combination of group a (2 *) has 1 in (0, 1).",
            (2 | GUESS, 4, 6, 6),
            (1, 1, 0),
            2,
            "group",
        ),
        (
            "(0, 0) is 1, so 1 is ruled out in (1, 0).",
            (2 | GUESS, 4, 4, 6),
            (2, 1, 0),
            3,
            "",
        ),
        (
            "(0, 1) is 2, so 2 is ruled out in (1, 1).",
            (2 | GUESS, 4, 4, 2),
            (3, 1, 0),
            3,
            "",
        ),
        (
            "Each cell has one number left: the puzzle is solved.",
            (2 | GUESS, 4, 4, 2),
            (3, 1, 0),
            6,
            "",
        ),
    ]


@pytest.mark.parametrize("cells", [((0, 0), (0, 1)), ((0, 0), (1, 0))], ids=["row", "column"])
def test_mathdoku_combinations_repeat_no_number_in_a_line(cells: tuple[Cell, Cell]) -> None:
    rest = tuple(cell for cell in cells_of(3) if cell not in cells)
    steps = trace(Puzzle(3, (Cage("+", 4, cells), Cage("+", 14, rest))), "mathdoku").steps
    first, second = cells
    expected = f"No combination of group a (4 +) has 2 in {first}; 2 in {second}."
    assert steps[1].sentence == expected


def test_mathdoku_finds_the_only_cell_of_a_number() -> None:
    """With 3 in the first two rows and columns, one cell of the last row is left for it."""
    cages = (
        Cage("+", 3, ((0, 1), (0, 2))),
        Cage("=", 3, ((0, 0),)),
        Cage("+", 6, ((1, 0), (1, 1), (1, 2))),
        Cage("+", 6, ((2, 0), (2, 1), (2, 2))),
    )
    puzzle = Puzzle(3, cages)
    [step] = [
        s
        for s in trace(Board(puzzle, ((0, 0, 0), (0, 3, 0), (0, 0, 0))), "mathdoku").steps
        if "only cell" in s.sentence
    ][:1]
    assert step.sentence == "(2, 2) is the only cell of row 2 that can be 3."
    assert (step.line, step.focus) == (4, ((2, 2),))
    assert set(step.related) == {(2, 0), (2, 1)}


def test_mathdoku_undoes_a_guess_and_counts_it() -> None:
    """The last possible number is no guess, so it is not counted."""
    steps = traced_file(SAMPLES / "case_matters.in").steps
    at = next(i for i, step in enumerate(steps) if step.kind == "retreat")
    guess = next(step for step in steps if step.kind == "guess")
    [cell] = guess.focus
    number = int(guess.sentence.rstrip(".").split()[-1])
    undone, last = steps[at : at + 2]
    assert undone.sentence == (
        f"{number} in {cell} was wrong: undo this guess, which counts as a choice."
    )
    assert (undone.line, undone.counts[1:]) == (9, (1, 1))
    index = cells_of(4).index(cell)
    assert number not in numbers_in(undone.contents[index])
    assert not undone.contents[index] & GUESS
    assert last.sentence.startswith("Only ")
    assert last.sentence.endswith(f"is left for {cell}, so it is no guess.")
    assert last.line == 10
    assert "the last guess is wrong" in steps[at - 1].sentence


@pytest.mark.parametrize(
    ("puzzle", "sentence", "line"),
    [
        (
            NONE,
            "(0, 0) is 1, so 1 is ruled out in (1, 0). No number is left for (1, 0): the puzzle"
            " has no solution.",
            5,
        ),
        (
            Puzzle(3, (Cage("+", 3, ROW[:2]), Cage("=", 3, ROW[2:]), Cage("*", 1, REST))),
            "No combination of the possible numbers fits group c (1 *): the puzzle has no"
            " solution.",
            5,
        ),
    ],
)
def test_mathdoku_without_a_solution(puzzle: Puzzle, sentence: str, line: int) -> None:
    last = trace(puzzle, "mathdoku").steps[-1]
    assert (last.sentence, last.line) == (sentence, line)


def test_mathdoku_names_groups_as_the_text_does() -> None:
    labels = traced_file(SAMPLES / "any_characters.in").labels
    assert [label.corner for label in labels][:3] == ["= 16*", "+ 2-", "* 2-"]
    assert labels[0].name == "group =, 16*"


def ruled_out(before: Step, after: Step, size: int) -> Iterator[tuple[int, int, int]]:
    """Row, column and number of what a step that guesses nothing removes."""
    pairs = zip(cells_of(size), before.contents, after.contents, strict=True)
    for (row, column), old, new in pairs:
        for number in set(numbers_in(old)) - set(numbers_in(new)):
            yield row, column, number


@settings(deadline=None)
@given(puzzles(max_size=4))
def test_mathdoku_rules_out_no_number_of_a_solution(case: tuple[Puzzle, Grid]) -> None:
    """Up to the first guess, and counts what it rules out."""
    puzzle, _ = case
    grids = list(solutions(puzzle, limit=20))
    steps = trace(puzzle, "mathdoku").steps
    for before, after in pairwise(steps):
        if after.kind == "guess":
            break
        gone = list(ruled_out(before, after, puzzle.size))
        assert after.counts[0] - before.counts[0] == len(gone)
        assert not any(grid[row][column] == n for grid in grids for row, column, n in gone)


@settings(deadline=None)
@given(puzzles(max_size=4))
def test_mathdoku_counts_guesses_and_choices(case: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = case
    steps = trace(puzzle, "mathdoku").steps
    kinds = [step.kind for step in steps]
    assert steps[-1].counts[1:] == (kinds.count("guess"), kinds.count("retreat"))
