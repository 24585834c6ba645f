"""Puzzles, cages and boards: equality, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Puzzle, PuzzleError, is_solution
from autograder.puzzles.model import targets

SINGLES = (Cage("=", 1, ((0, 0),)), Cage("=", 2, ((0, 1),)))
BELOW = Cage("+", 3, ((1, 0), (1, 1)))
TWO = Puzzle(2, (*SINGLES, BELOW))


def test_lists_become_tuples() -> None:
    """A list could be changed after it was checked."""
    rows = [[1, 2], [2, 1]]
    assert Board(TWO, rows) == Board(TWO, ((1, 2), (2, 1)))  # type: ignore[arg-type]
    assert Cage("+", 3, [[1, 0], [1, 1]]) == BELOW  # type: ignore[arg-type]


@pytest.mark.parametrize("grid", [(), ((1, 2),), ((1, 2), (1,)), ((1, 2, 3), (2, 1, 3))])
def test_grid_of_another_shape_is_not_a_solution(grid: tuple[tuple[int, ...], ...]) -> None:
    assert not is_solution(TWO, grid)


def test_order_of_cages_and_cells_does_not_matter() -> None:
    reordered = Cage("+", 3, ((1, 1), (1, 0)))
    assert reordered == BELOW
    assert Puzzle(2, (reordered, *reversed(SINGLES))) == TWO
    assert hash(Puzzle(2, (reordered, *reversed(SINGLES)))) == hash(TWO)


@pytest.mark.parametrize(
    ("operation", "target", "cells", "message"),
    [
        ("+", 3, (), "a cage needs a cell"),
        ("%", 3, ((0, 0),), "the cage 3% at (0, 0): expected one of + - * / =, found %"),
        ("+-", 3, ((0, 0),), "the cage 3+- at (0, 0): expected one of + - * / =, found +-"),
        ("=", 0, ((0, 0),), "the cage 0 at (0, 0): the target must be at least 1, found 0"),
        ("=", 1, ((0, 0), (0, 1)), "the cage 1 at (0, 0): = takes one cell, found 2"),
        ("-", 1, ((0, 0),), "the cage 1- at (0, 0): - takes two cells, found 1"),
        ("/", 2, ((2, 0), (2, 1), (2, 2)), "the cage 2/ at (2, 0): / takes two cells, found 3"),
        ("+", 5, ((0, 1), (0, 0), (0, 1)), "the cage 5+ at (0, 0): the cell (0, 1) occurs twice"),
        (
            "*",
            8,
            ((0, 0), (0, 1), (1, 2), (2, 1)),
            "the cage 8* at (0, 0): the cell (1, 2) is not connected to the first",
        ),
    ],
)
def test_invalid_cages(
    operation: str, target: int, cells: tuple[tuple[int, int], ...], message: str
) -> None:
    with pytest.raises(PuzzleError) as error:
        Cage(operation, target, cells)
    assert str(error.value) == message


def one_cage(operation: str, target: int, count: int = 2, size: int = 2) -> tuple[int, list[Cage]]:
    """Return a cage of the first cells in reading order, and single cells for the rest."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    rest = [Cage("=", 1, (cell,)) for cell in cells[count:]]
    return size, [*rest, Cage(operation, target, tuple(cells[:count]))]


@pytest.mark.parametrize(
    ("size", "cages", "message", "index"),
    [
        (0, [], "size: expected an integer from 1 to 16, found 0", None),
        (17, [], "size: expected an integer from 1 to 16, found 17", None),
        (2, SINGLES, "the cell (1, 0) is in no cage", None),
        (
            2,
            [BELOW, *SINGLES, Cage("=", 1, ((1, 0),))],
            "the cage 1 at (1, 0): the cell (1, 0) is in the cage 3+ at (1, 0), too",
            3,
        ),
        (
            1,
            [BELOW],
            "the cage 3+ at (1, 0): the cell (1, 0) is outside the grid",
            0,
        ),
        (
            *one_cage("=", 3, 1),
            "the cage 3 at (0, 0): the target is out of reach, = on one cell of 1 to 2 reaches"
            " 1 to 2",
            3,
        ),
        (
            *one_cage("+", 7, 3),
            "the cage 7+ at (0, 0): the target is out of reach, + on 3 cells of 1 to 2 reaches"
            " 3 to 6",
            1,
        ),
        (
            *one_cage("+", 2, 3),
            "the cage 2+ at (0, 0): the target is out of reach, + on 3 cells of 1 to 2 reaches"
            " 3 to 6",
            1,
        ),
        (
            *one_cage("-", 2),
            "the cage 2- at (0, 0): the target is out of reach, - on 2 cells of 1 to 2 reaches"
            " 1 to 1",
            2,
        ),
        (
            *one_cage("/", 3),
            "the cage 3/ at (0, 0): the target is out of reach, / on 2 cells of 1 to 2 reaches"
            " 1 to 2",
            2,
        ),
        (
            *one_cage("*", 16, 3),
            "the cage 16* at (0, 0): the target is out of reach, * on 3 cells of 1 to 2 reaches"
            " 1 to 8",
            1,
        ),
        (
            *one_cage("*", 7, 3),
            "the cage 7* at (0, 0): the target is out of reach, 7 is not a product of numbers "
            "from 1 to 2",
            1,
        ),
    ],
)
def test_invalid_puzzles(size: int, cages: list[Cage], message: str, index: int | None) -> None:
    with pytest.raises(PuzzleError) as error:
        Puzzle(size, tuple(cages))
    assert str(error.value) == message
    assert error.value.cage == index


@pytest.mark.parametrize(
    ("operation", "target", "count"),
    [("=", 2, 1), ("+", 6, 3), ("+", 3, 3), ("-", 1, 2), ("/", 2, 2), ("*", 8, 3), ("*", 1, 3)],
)
def test_smallest_and_largest_targets_are_accepted(operation: str, target: int, count: int) -> None:
    size, cages = one_cage(operation, target, count)
    assert len(Puzzle(size, tuple(cages)).cages) == len(cages)


@pytest.mark.parametrize(
    ("operation", "target", "numbers", "allowed"),
    [
        ("+", 6, (1, 3, 2), True),
        ("+", 6, (1, 3, 3), False),
        ("*", 12, (2, 3, 2), True),
        ("*", 12, (2, 3, 1), False),
        ("-", 3, (1, 4), True),
        ("-", 3, (4, 1), True),
        ("-", 3, (3, 3), False),
        ("/", 2, (2, 4), True),
        ("/", 2, (4, 2), True),
        ("/", 2, (5, 2), False),
        ("=", 4, (4,), True),
        ("=", 4, (3,), False),
    ],
)
def test_allows(operation: str, target: int, numbers: tuple[int, ...], allowed: bool) -> None:
    row = tuple((0, column) for column in range(len(numbers)))
    assert Cage(operation, target, row).allows(numbers) is allowed


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([3], {"=": 3}),
        ([6, 2], {"+": 8, "*": 12, "-": 4, "/": 3}),
        ([2, 3], {"+": 5, "*": 6, "-": 1}),
        ([2, 2], {"+": 4, "*": 4, "/": 1}),
        ([4, 2, 1], {"+": 7, "*": 8}),
    ],
)
def test_targets(numbers: list[int], expected: dict[str, int]) -> None:
    assert targets(numbers) == expected


@given(st.permutations([(0, 0), (0, 1), (1, 1), (2, 1)]), st.permutations([1, 2, 3, 2]))
def test_numbers_of_a_cage_can_be_in_any_order(
    cells: list[tuple[int, int]], numbers: list[int]
) -> None:
    assert Cage("*", 12, tuple(cells)).allows(numbers)
    assert Cage("+", 8, tuple(cells)).allows(numbers)


@pytest.mark.parametrize(
    ("grid", "right"),
    [
        (((1, 2), (2, 1)), True),
        (((2, 1), (1, 2)), False),
        (((1, 2), (1, 2)), False),
        (((1, 2), (2, 0)), False),
        (((1, 2), (3, 0)), False),
    ],
)
def test_is_solution(grid: tuple[tuple[int, ...], ...], right: bool) -> None:
    assert is_solution(TWO, grid) is right


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (((1, 2),), "the grid must have 2 rows and columns, as its puzzle has"),
        (((1, 2), (1,)), "the grid must have 2 rows and columns, as its puzzle has"),
        (((1, 2), (3, 0)), "the cell (1, 0): expected 0 to 2, found 3"),
        (((1, -1), (2, 0)), "the cell (0, 1): expected 0 to 2, found -1"),
    ],
)
def test_invalid_boards(grid: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        Board(TWO, grid)
    assert str(error.value) == message
