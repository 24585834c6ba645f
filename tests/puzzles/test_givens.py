"""Solutions that keep given numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Cage, Grid, Puzzle, is_solution, solutions
from tests.puzzles.boards import one_cage
from tests.puzzles.every_puzzle import latin_squares
from tests.puzzles.strategies import puzzles

SQUARE = one_cage(2, "+", 6)


@pytest.mark.parametrize(
    ("filled_in", "expected"),
    [
        (((0, 0), (0, 0)), [((1, 2), (2, 1)), ((2, 1), (1, 2))]),
        (((0, 0), (0, 1)), [((1, 2), (2, 1))]),
        (((0, 1), (1, 0)), [((2, 1), (1, 2))]),
        (((1, 2), (2, 1)), [((1, 2), (2, 1))]),
        (((1, 1), (0, 0)), []),
        (((2, 0), (2, 0)), []),
        (((1, 0), (0, 2)), []),
    ],
)
def test_square_of_two(filled_in: Grid, expected: list[Grid]) -> None:
    assert sorted(solutions(SQUARE, givens=filled_in)) == expected


def test_given_number_that_its_cage_cannot_have() -> None:
    puzzle = Puzzle(2, (Cage("=", 1, ((0, 0),)), Cage("+", 5, ((0, 1), (1, 0), (1, 1)))))
    assert list(solutions(puzzle, givens=((2, 0), (0, 0)))) == []


@given(puzzles(max_size=3), st.data())
@settings(max_examples=100)
def test_solutions_are_those_with_the_given_numbers(
    made: tuple[Puzzle, Grid], data: st.DataObject
) -> None:
    puzzle, _ = made
    number = st.one_of(st.just(0), st.just(0), st.integers(0, puzzle.size))
    row = st.tuples(*[number] * puzzle.size)
    filled_in = data.draw(st.tuples(*[row] * puzzle.size))
    expected = {
        grid
        for grid in latin_squares(puzzle.size)
        if is_solution(puzzle, grid)
        and all(
            b in (0, a)
            for line, own in zip(grid, filled_in, strict=True)
            for a, b in zip(line, own, strict=True)
        )
    }
    found = list(solutions(puzzle, givens=filled_in))
    assert (len(found), set(found)) == (len(expected), expected)
