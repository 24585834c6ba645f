"""The strategies that other tests draw puzzles from."""

from __future__ import annotations

from hypothesis import given, settings

from autograder.puzzles import Grid, Puzzle, is_solution
from tests.puzzles.strategies import puzzles


@settings(max_examples=50)
@given(puzzles(2, 5, "-/+", max_cage=4))
def test_grid_solves_its_puzzle(drawn: tuple[Puzzle, Grid]) -> None:
    puzzle, grid = drawn
    assert 2 <= puzzle.size <= 5
    assert is_solution(puzzle, grid)
    for cage in puzzle.cages:
        assert cage.operation in "-/+="
        assert len(cage.cells) <= 4
