"""Puzzles, cages and boards: equality, and what is refused; tests of formats have more faults."""

from __future__ import annotations

import pytest

from autograder.puzzles import Cage, Puzzle, PuzzleError, is_solution

SINGLES = (Cage("=", 1, ((0, 0),)), Cage("=", 2, ((0, 1),)))
BELOW = Cage("+", 3, ((1, 0), (1, 1)))
TWO = Puzzle(2, (*SINGLES, BELOW))


def test_order_of_cages_and_cells_does_not_matter() -> None:
    reordered = Cage("+", 3, ((1, 1), (1, 0)))
    assert reordered == BELOW
    assert Puzzle(2, (reordered, *reversed(SINGLES))) == TWO
    assert hash(Puzzle(2, (reordered, *reversed(SINGLES)))) == hash(TWO)


REACHES = {
    ("=", 1): (1, 2),
    ("+", 3): (3, 6),
    ("-", 2): (1, 1),
    ("/", 2): (1, 2),
    ("*", 3): (1, 8),
}


@pytest.mark.parametrize(("operation", "count"), REACHES)
def test_targets_that_a_cage_can_reach(operation: str, count: int) -> None:
    """A puzzle of size 2 with a cage of its first cells, and single cells for the rest."""
    cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    rest = [Cage("=", 1, (cell,)) for cell in cells[count:]]
    low, high = REACHES[operation, count]

    def puzzle(target: int) -> Puzzle:
        return Puzzle(2, (*rest, Cage(operation, target, tuple(cells[:count]))))

    assert {len(puzzle(target).cages) for target in (low, high)} == {5 - count}
    for target in {low - 1, high + 1} - {0}:
        with pytest.raises(PuzzleError, match=rf"out of reach, .* reaches {low} to {high}$") as e:
            puzzle(target)
        assert e.value.cage == len(rest)


def test_products_have_only_factors_of_the_size() -> None:
    with pytest.raises(PuzzleError, match=r"7 is not a product of numbers from 1 to 3$"):
        Puzzle(3, tuple(Cage("*", 7, tuple((row, x) for x in range(3))) for row in range(3)))


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
    ("grid", "right"),
    [
        (((1, 2), (2, 1)), True),
        (((2, 1), (1, 2)), False),
        (((1, 2), (1, 2)), False),
        (((1, 2), (2, 0)), False),
        (((1, 2),), False),
    ],
)
def test_is_solution(grid: tuple[tuple[int, ...], ...], right: bool) -> None:
    assert is_solution(TWO, grid) is right
