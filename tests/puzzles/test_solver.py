"""The solver: all solutions, and nothing else."""

from __future__ import annotations

from itertools import product
from math import factorial, prod
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autograder.puzzles import (
    Cage,
    Grid,
    Puzzle,
    PuzzleError,
    is_solution,
    is_unique,
    solutions,
    solve,
)
from autograder.puzzles.combinations import (
    total_encoding,
)
from autograder.puzzles.model import cells_of
from autograder.puzzles.search import Search
from tests.puzzles.every_puzzle import latin_squares
from tests.puzzles.public_puzzles import public
from tests.puzzles.strategies import puzzles


@pytest.mark.parametrize("size", range(3, 13))
def test_public_puzzles_have_one_solution(size: int) -> None:
    of_size = [known for known in public() if known.puzzle.size == size]
    assert len(of_size) == {3: 50, 10: 10, 11: 10, 12: 10}.get(size, 125)
    for known in of_size[::2]:
        assert list(solutions(known.puzzle, limit=2)) == [known.solution]


@settings(max_examples=60)
@given(puzzles(max_size=4))
def test_each_solution_is_found_once(found: tuple[Puzzle, Grid]) -> None:
    puzzle, grid = found
    right = {square for square in latin_squares(puzzle.size) if is_solution(puzzle, square)}
    assert grid in right
    assert sorted(solutions(puzzle)) == sorted(right)
    assert is_unique(puzzle) is (len(right) == 1)


@settings(max_examples=60)
@given(puzzles(max_size=7))
def test_solve_returns_a_solution(found: tuple[Puzzle, Grid]) -> None:
    puzzle, _ = found
    grid = solve(puzzle)
    assert grid is not None
    assert is_solution(puzzle, grid)


@pytest.mark.parametrize(
    ("cages", "expected"),
    [
        ([Cage("+", 3, ((0, 0), (1, 0))), Cage("=", 1, ((0, 1),)), Cage("=", 1, ((1, 1),))], []),
        ([Cage("*", 4, ((0, 0), (0, 1))), Cage("+", 3, ((1, 0), (1, 1)))], []),
        ([Cage("+", 6, ((0, 0), (0, 1), (1, 0), (1, 1)))], [((1, 2), (2, 1)), ((2, 1), (1, 2))]),
    ],
)
def test_no_solution_and_two(cages: list[Cage], expected: list[Grid]) -> None:
    puzzle = Puzzle(2, tuple(cages))
    assert sorted(solutions(puzzle)) == expected
    assert (solve(puzzle) is None) is (not expected)
    assert not is_unique(puzzle)


def blocks(size: int, height: int, width: int, operation: str) -> Puzzle:
    """Return a puzzle with rectangular cages and the targets of a cyclic Latin square."""
    cages = []
    for top, left in product(range(0, size, height), range(0, size, width)):
        cells = [(top + r, left + c) for r in range(height) for c in range(width)]
        numbers = [(r * (size // height) + r // height + c) % size + 1 for r, c in cells]
        target = sum(numbers) if operation == "+" else prod(numbers)
        cages.append(Cage(operation, target, tuple(cells)))
    return Puzzle(size, tuple(cages))


@pytest.mark.parametrize("operation", ["+", "*"])
def test_cages_without_a_table_are_searched_by_numbers(
    operation: str,
) -> None:
    puzzle = blocks(12, 3, 4, operation)
    start = Search(puzzle).start()
    assert start is not None
    assert len(start.without_table) > 0
    found = list(solutions(puzzle, limit=2))
    assert len(set(found)) == 2
    assert all(is_solution(puzzle, grid) for grid in found)


def test_one_cage_allows_all_latin_squares() -> None:
    """There are 576 Latin squares of size 4."""
    cells = tuple(cells_of(4))
    puzzle = Puzzle(4, (Cage("+", 40, cells),))
    found = list(solutions(puzzle))
    assert len(found) == len(set(found)) == 576
    assert list(solutions(puzzle, limit=3)) == found[:3]


def test_search_restarts_and_still_finds_each_solution_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = blocks(4, 2, 2, "+")
    right = {grid for grid in latin_squares(4) if is_solution(puzzle, grid)}
    assert len(right) > 10
    monkeypatch.setattr("autograder.puzzles.search.RESTART_AFTER", 1)
    monkeypatch.setattr("autograder.puzzles.search.RESTART_FACTOR", 2)
    found = list(solutions(puzzle))
    assert len(found) == len(right)
    assert set(found) == right


@settings(max_examples=80)
@given(puzzles(min_size=2, max_size=4), st.data())
def test_probing_removes_no_solution(found: tuple[Puzzle, Grid], data: st.DataObject) -> None:
    """One target may be changed, so that there are fewer solutions or none."""
    puzzle, _ = found
    cage = data.draw(st.sampled_from(puzzle.cages))
    other = Cage(cage.operation, cage.target + data.draw(st.integers(0, 1)), cage.cells)
    rest = (known for known in puzzle.cages if known is not cage)
    try:
        puzzle = Puzzle(puzzle.size, (other, *rest))
    except PuzzleError:
        assume(False)
    with (
        patch("autograder.puzzles.search.RESTART_AFTER", 1),
        patch("autograder.puzzles.search.RESTART_FACTOR", 2),
    ):
        solved = sorted(solutions(puzzle))
    assert solved == [grid for grid in latin_squares(puzzle.size) if is_solution(puzzle, grid)]


def test_search_ends_when_its_budget_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.puzzles.search.RESTART_AFTER", 1)
    patient, limited = (Search(blocks(4, 2, 2, "+"), budget=most) for most in (10**6, 0))
    assert len(list(patient.solutions())) > len(list(limited.solutions()))
    assert patient.tried > 1
    assert (patient.gave_up, limited.gave_up) == (False, True)


@pytest.mark.parametrize(
    ("size", "operation", "target"),
    [(9, "+", 404), (6, "+", 125), (6, "*", factorial(6) ** 6 // 2)],
)
def test_wrong_grid_totals_are_refused_without_a_search(
    size: int, operation: str, target: int
) -> None:
    """A search would have to try nearly everything."""
    assert solve(Puzzle(size, (Cage(operation, target, tuple(cells_of(size))),))) is None


def test_largest_product_takes_little_memory() -> None:
    limits = total_encoding(16, "*", factorial(16) ** 16)
    assert limits.possible.bit_length() <= 1 << 16


@pytest.mark.parametrize("givens", [((3, 0), (0, 0)), ((-1, 0), (0, 0)), ((0, 0),)])
def test_givens_that_do_not_fit(givens: Grid) -> None:
    with pytest.raises(PuzzleError):
        next(solutions(Puzzle(2, (Cage("+", 6, tuple(cells_of(2))),)), givens=givens))


@pytest.mark.parametrize(
    ("filled_in", "expected"),
    [
        (((0, 0), (0, 1)), [((1, 2), (2, 1))]),
        (((1, 2), (2, 1)), [((1, 2), (2, 1))]),
        (((1, 1), (0, 0)), []),
    ],
)
def test_givens_by_hand(filled_in: Grid, expected: list[Grid]) -> None:
    puzzle = Puzzle(2, (Cage("+", 6, tuple(cells_of(2))),))
    assert list(solutions(puzzle, givens=filled_in)) == expected


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
