"""The solver: all solutions, and nothing else."""

from __future__ import annotations

from itertools import product
from math import factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import (
    Cage,
    Grid,
    Puzzle,
    is_solution,
    solutions,
    solve,
)
from autograder.puzzles.model import cells_of
from tests.puzzles.latin_squares import latin_squares
from tests.puzzles.public_puzzles import public
from tests.puzzles.strategies import puzzles


@pytest.mark.parametrize("size", range(3, 13))
def test_public_puzzles_have_one_solution(size: int) -> None:
    of_size = [known for known in public() if known.puzzle.size == size]
    assert len(of_size) >= 5
    for known in of_size:
        assert list(solutions(known.puzzle, limit=2)) == [known.solution]


@settings(max_examples=30)
@given(puzzles(max_size=4))
def test_each_solution_is_found_once(found: tuple[Puzzle, Grid]) -> None:
    puzzle, grid = found
    right = {square for square in latin_squares(puzzle.size) if is_solution(puzzle, square)}
    assert grid in right
    assert sorted(solutions(puzzle)) == sorted(right)


def blocks(size: int, height: int, width: int, operation: str) -> Puzzle:
    """Return a puzzle with rectangular cages and the targets of a cyclic Latin square."""
    cages = []
    for top, left in product(range(0, size, height), range(0, size, width)):
        cells = [(top + r, left + c) for r in range(height) for c in range(width)]
        numbers = [(r * (size // height) + r // height + c) % size + 1 for r, c in cells]
        target = sum(numbers) if operation == "+" else prod(numbers)
        cages.append(Cage(operation, target, tuple(cells)))
    return Puzzle(size, tuple(cages))


def test_search_restarts_and_still_finds_each_solution_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = blocks(4, 2, 2, "+")
    right = {grid for grid in latin_squares(4) if is_solution(puzzle, grid)}
    assert len(right) > 10
    monkeypatch.setattr("autograder.puzzles.solver.RESTART_AFTER", 1)
    monkeypatch.setattr("autograder.puzzles.solver.RESTART_FACTOR", 2)
    found = list(solutions(puzzle))
    assert len(found) == len(right)
    assert set(found) == right


@pytest.mark.parametrize(
    ("size", "operation", "target"),
    [(9, "+", 404), (6, "+", 125), (6, "*", factorial(6) ** 6 // 2)],
)
def test_wrong_grid_totals_are_refused_without_a_search(
    size: int, operation: str, target: int
) -> None:
    """A search would have to try nearly everything."""
    assert solve(Puzzle(size, (Cage(operation, target, tuple(cells_of(size))),))) is None


@given(puzzles(max_size=3), st.data())
@settings(max_examples=50)
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
