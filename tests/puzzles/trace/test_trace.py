"""All methods: how their traces end, and how long traces are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.puzzles import is_solution
from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import methods, trace
from autograder.puzzles.trace.method import COUNTED
from autograder.puzzles.trace.sentences import NO_SOLUTION, SOLVED
from tests.puzzles.strategies import puzzles
from tests.puzzles.trace.traced import NONE, ONE, PRODUCT, TWO


@pytest.mark.parametrize("method", methods())
@given(data=st.data())
def test_a_solution_is_found(method: str, data: st.DataObject) -> None:
    puzzle, _ = data.draw(puzzles(max_size=3, operations="+" if method == "calcudoku" else "+-*/"))
    traced = trace(puzzle, method)
    assert traced.solution is not None
    assert is_solution(puzzle, traced.solution)
    assert SOLVED in traced.steps[-1].sentence
    assert not any(SOLVED in step.sentence for step in traced.steps[:-1])
    assert all(len(step.counts) == len(methods()[method].COUNTS) for step in traced.steps)
    cells = set(cells_of(puzzle.size))
    for step in traced.steps:
        assert len(step.contents) == len(cells)
        assert cells >= {*step.focus, *step.related}
        assert not set(step.focus) & set(step.related)
        assert 0 <= step.line < len(methods()[method].PSEUDOCODE)
        assert step.kind in ("", *methods()[method].KINDS)


@pytest.mark.parametrize("method", methods())
def test_no_solution_is_found(method: str) -> None:
    traced = trace(NONE, method)
    assert traced.solution is None
    assert not traced.is_cut
    assert NO_SOLUTION in traced.steps[-1].sentence


@pytest.mark.parametrize("method", methods())
def test_one_cell(method: str) -> None:
    assert trace(ONE, method).solution == ((1,),)


@pytest.mark.parametrize(
    ("limit", "kept", "total"),
    [(8, 7, 7), (7, 7, 7), (6, 6, 7), (2, 2, 7), (1, 1, None)],
    ids=["more than needed", "as needed", "one too few", "counted", "too many to count"],
)
def test_long_traces_are_cut(limit: int, kept: int, total: int | None) -> None:
    """Brute force on TWO takes 7 steps."""
    whole, cut = trace(TWO, "calcudoku"), trace(TWO, "calcudoku", limit)
    assert COUNTED == 5
    assert cut.steps == whole.steps[:kept]
    assert (cut.total, cut.is_cut) == (total, kept < 7)
    assert (cut.solution is None) == (kept < 7)


def test_candidate_is_in_no_solution() -> None:
    """The tenth step finds the last number, the next one places it."""
    assert trace(PRODUCT, "kenken", 10).solution is None
    assert trace(PRODUCT, "kenken", 11).solution == ((1, 2), (2, 1))


def test_steps_are_counted_up_to_a_multiple_of_the_limit() -> None:
    """7 steps, a limit of 1, and 7 or 6 counted steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.puzzles.trace.method.COUNTED", 7)
        assert trace(TWO, "calcudoku", 1).total == 7
        patch.setattr("autograder.puzzles.trace.method.COUNTED", 6)
        assert trace(TWO, "calcudoku", 1).total is None


@pytest.mark.parametrize(
    ("method", "limit", "message"),
    [
        (
            "guess",
            10,
            "the method: expected one of ac3, cages, calcudoku, kenken, mathdoku, found guess",
        ),
        ("ac3", 0, "the step limit must be at least 1, found 0"),
    ],
)
def test_what_cannot_be_traced(method: str, limit: int, message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        trace(TWO, method, limit)
    assert str(error.value) == message
