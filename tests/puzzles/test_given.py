"""Solutions that have the numbers which are filled in already."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Cage, Grid, Puzzle, is_solution, solutions
from tests.puzzles.boards import one_cage
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
    assert sorted(solutions(SQUARE, given=filled_in)) == expected


def test_number_that_its_cage_has_not() -> None:
    puzzle = Puzzle(2, (Cage("=", 1, ((0, 0),)), Cage("+", 5, ((0, 1), (1, 0), (1, 1)))))
    assert list(solutions(puzzle, given=((2, 0), (0, 0)))) == []


def squares(size: int) -> Iterator[Grid]:
    """All Latin squares."""
    rows = list(permutations(range(1, size + 1)))

    def below(grid: Grid) -> Iterator[Grid]:
        if len(grid) == size:
            yield grid
            return
        for row in rows:
            if all(a != b for other in grid for a, b in zip(row, other, strict=True)):
                yield from below((*grid, row))

    return below(())


@given(puzzles(max_size=3), st.data())
@settings(max_examples=100)
def test_all_that_have_these_numbers_and_no_others(
    made: tuple[Puzzle, Grid], data: st.DataObject
) -> None:
    puzzle, _ = made
    number = st.one_of(st.just(0), st.just(0), st.integers(0, puzzle.size))
    row = st.tuples(*[number] * puzzle.size)
    filled_in = data.draw(st.tuples(*[row] * puzzle.size))
    expected = {
        grid
        for grid in squares(puzzle.size)
        if is_solution(puzzle, grid)
        and all(
            b in (0, a)
            for line, own in zip(grid, filled_in, strict=True)
            for a, b in zip(line, own, strict=True)
        )
    }
    found = list(solutions(puzzle, given=filled_in))
    assert (len(found), set(found)) == (len(expected), expected)
