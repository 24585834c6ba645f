"""Techniques for Latin squares: examples by hand, and that no solution is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles.bitboard import Masks, masks_of
from autograder.puzzles.techniques import fish, subsets, xy_chains
from tests.puzzles.strategies import latin_squares

TECHNIQUES: list[Callable[[Masks, int], int]] = [subsets, fish, xy_chains]


def candidates_of(rows: list[str]) -> int:
    """Return a bitboard: `12 .` is a cell with the candidates 1 and 2, then one with all."""
    size = len(rows)
    cells = [cell for row in rows for cell in row.split()]
    everything = "".join(map(str, range(1, size + 1)))
    return sum(
        1 << place * size + int(number) - 1
        for place, cell in enumerate(cells)
        for number in cell.replace(".", everything)
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("12 12 134 234", "12 12 34 34"),
        ("12 23 13 145 345", "12 23 13 45 45"),
        ("12345 123 345 345 345", "12 12 345 345 345"),
        ("12 23 34 41", "12 23 34 41"),
    ],
)
def test_subsets(before: str, after: str) -> None:
    size = len(before.split())
    rest = [". " * size] * (size - 1)
    assert subsets(masks_of(size), candidates_of([before, *rest])) == candidates_of([after, *rest])
    rows, left = ([f"{cell}{' .' * (size - 1)}" for cell in row.split()] for row in (before, after))
    assert subsets(masks_of(size), candidates_of(rows)) == candidates_of(left)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            ["234 . 234 .", ". . . .", "234 . 234 .", ". . . ."],
            ["234 . 234 .", ". 234 . 234", "234 . 234 .", ". 234 . 234"],
        ),
        ([". . 234 234", "234 . . 234", "234 234 . .", ". 234 234 ."],) * 2,
    ],
    ids=["X-wing", "a ring of rows"],
)
def test_fish(before: list[str], after: list[str]) -> None:
    masks = masks_of(len(before))
    assert fish(masks, candidates_of(before)) == candidates_of(after)
    transposed_before, left = (transposed(rows) for rows in (before, after))
    assert fish(masks, candidates_of(transposed_before)) == candidates_of(left)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            ["12 . . 13", ". . . .", ". . . .", "23 . . ."],
            ["12 . . 13", ". . . .", ". . . .", "23 . . 124"],
        ),
        (
            ["12 . . 23", ". . . .", ". 14 . 34", ". . . ."],
            ["12 234 . 23", ". . . .", "234 14 . 34", ". . . ."],
        ),
    ],
    ids=["three cells", "four cells"],
)
def test_xy_chains(before: list[str], after: list[str]) -> None:
    masks = masks_of(len(before))
    assert xy_chains(masks, candidates_of(before)) == candidates_of(after)
    transposed_before, left = (transposed(rows) for rows in (before, after))
    assert xy_chains(masks, candidates_of(transposed_before)) == candidates_of(left)


def transposed(rows: list[str]) -> list[str]:
    return [" ".join(column) for column in zip(*map(str.split, rows), strict=True)]


@pytest.mark.parametrize("technique", TECHNIQUES)
@settings(max_examples=40)
@given(st.data())
def test_no_solution_is_lost(technique: Callable[[Masks, int], int], data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 6))
    masks = masks_of(size)
    grid = data.draw(latin_squares(size))
    numbers = [number for row in grid for number in row]
    solution = sum(1 << place * size + number - 1 for place, number in enumerate(numbers))
    noise = data.draw(st.integers(0, masks.everything))
    candidates = solution | noise & data.draw(st.integers(0, masks.everything))
    left = technique(masks, candidates)
    assert left & solution == solution
    assert left | candidates == candidates
