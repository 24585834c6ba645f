"""The puzzles that other tests draw."""

from __future__ import annotations

from hypothesis import given, settings

from autograder.puzzles import Grid, Puzzle, is_solution
from tests.puzzles.strategies import puzzles


@settings(max_examples=50, deadline=None)
@given(puzzles(2, 5, "-/+", max_cage=4))
def test_puzzles_have_their_grid_as_a_solution(drawn: tuple[Puzzle, Grid]) -> None:
    puzzle, grid = drawn
    assert 2 <= puzzle.size <= 5
    assert is_solution(puzzle, grid)
    for cage in puzzle.cages:
        assert cage.operation in "-/+="
        assert len(cage.cells) <= 4
