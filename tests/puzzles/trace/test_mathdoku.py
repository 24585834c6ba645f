"""The trace of propagation and guesses: its rules one by one, and its counts."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given

from autograder.puzzles import Board, Cage, Cell, Grid, Puzzle, solutions
from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import Step, trace
from autograder.puzzles.trace.steps import GUESS, numbers_in
from tests.conftest import ROOT
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import NONE, PRODUCT, case_name, inputs, reference, traced_file

[REFERENCE] = reference("mathdoku", "mathdoku")
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
            9,
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
            7,
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
    assert (step.line, step.focus) == (5, ((2, 2),))
    assert set(step.related) == {(2, 0), (2, 1)}


def test_mathdoku_claims_numbers_for_a_group() -> None:
    """The product of 3 holds 1 and 3 in either order, so the rest of its row has neither."""
    cages = (
        Cage("*", 3, ((0, 0), (0, 1))),
        Cage("+", 5, ((0, 2), (1, 2))),
        Cage("+", 10, ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2))),
    )
    [step] = [s for s in trace(Puzzle(3, cages), "mathdoku").steps if s.line == 4][:1]
    assert step.sentence == (
        "All combinations of group a (3 *) put 1 and 3 into row 0: ruled out in (0, 2)."
    )
    assert (step.focus, step.related, step.kind) == (((0, 2),), ((0, 0), (0, 1)), "group")


def test_mathdoku_undoes_a_guess_and_counts_it() -> None:
    """The number that was wrong is ruled out; the last possible number is not a guess."""
    steps = traced_file(SAMPLES.parent / "secret" / "nine_unreasonable.in").steps
    at = next(i for i, step in enumerate(steps) if step.kind == "retreat")
    guess = [step for step in steps[:at] if step.kind == "guess"][-1]
    [cell] = guess.focus
    number = int(guess.sentence.rstrip(".").split()[-1])
    undone = steps[at]
    assert undone.sentence == (
        f"{number} in {cell} was wrong: undo this guess and rule {number} out."
    )
    assert (undone.line, undone.counts[1:]) == (10, (guess.counts[1], 1))
    index = cells_of(9).index(cell)
    assert number not in numbers_in(undone.contents[index])
    assert not undone.contents[index] & GUESS
    assert "the last guess is wrong" in steps[at - 1].sentence
    guesses = [step for step in steps if step.kind == "guess"]
    assert all(" and " in step.sentence for step in guesses)


@pytest.mark.parametrize(
    ("puzzle", "sentence", "line"),
    [
        (
            NONE,
            "(0, 0) is 1, so 1 is ruled out in (1, 0). No number is left for (1, 0): the puzzle"
            " has no solution.",
            6,
        ),
        (
            Puzzle(3, (Cage("+", 3, ROW[:2]), Cage("=", 3, ROW[2:]), Cage("*", 1, REST))),
            "No combination of the possible numbers fits group c (1 *): the puzzle has no"
            " solution.",
            6,
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


@given(puzzles(max_size=4))
def test_mathdoku_counts_guesses_and_choices(case: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = case
    steps = trace(puzzle, "mathdoku").steps
    kinds = [step.kind for step in steps]
    assert steps[-1].counts[1:] == (kinds.count("guess"), kinds.count("retreat"))


@pytest.mark.parametrize("path", inputs("mathdoku"), ids=case_name)
def test_mathdoku_makes_the_choices_of_the_reference(path: Path) -> None:
    puzzle = REFERENCE.Mathdoku()
    puzzle.load_puzzle(io.StringIO(path.read_text(encoding="utf-8")))
    puzzle.solve()
    assert traced_file(path).steps[-1].counts[2] == puzzle.choices()
