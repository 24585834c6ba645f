"""Combinations of a cage: exactly those that fit, and what totals rule out."""

from __future__ import annotations

from itertools import product
from math import prod
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import (
    Cell,
    Grid,
    Puzzle,
)
from autograder.puzzles.bitboard import masks_of
from autograder.puzzles.combinations import (
    cage_combinations,
    count_combinations,
    filter_by_total,
    total_encoding,
)
from tests.puzzles.strategies import puzzles


@settings(max_examples=60)
@given(puzzles(min_size=2, max_size=4), st.data())
def test_combinations_are_those_that_fit(found: tuple[Puzzle, Grid], data: st.DataObject) -> None:
    """Each keeps all candidates of other cells except equal numbers in its lines."""
    puzzle, _ = found
    size = puzzle.size
    masks = masks_of(size)
    cage = data.draw(st.sampled_from(puzzle.cages))
    gone = data.draw(st.sets(st.integers(0, size**3 - 1), max_size=size))
    candidates = masks.everything & ~sum(1 << bit for bit in gone)
    cells = [row * size + column for row, column in cage.cells]
    right = set()
    for numbers in product(range(1, size + 1), repeat=len(cells)):
        placed = dict(zip(cage.cells, numbers, strict=True))
        bits = {cell * size + number - 1 for cell, number in zip(cells, numbers, strict=True)}
        if cage.allows(numbers) and not bits & gone and not clash(placed):
            left = [
                (row, column, number)
                for row, column, number in product(range(size), range(size), range(1, size + 1))
                if placed.get((row, column), number) == number
                and not clash({**placed, (row, column): number})
            ]
            right.add(sum(1 << (r * size + c) * size + v - 1 for r, c, v in left) & candidates)
    table = cage_combinations(masks, cage.operation, cage.target, cells, candidates)
    assert len(table) == len(set(table))
    assert set(table) == right
    if cage.operation in "+*":
        most = count_combinations(masks, cage.operation, cage.target, cells, candidates)
        still = filter_by_total(
            masks, total_encoding(size, cage.operation, cage.target), cells, candidates
        )
        assert most >= len(table)
        assert all(way & own(masks.cells, cells) & ~still == 0 for way in table)


@given(st.data())
def test_filter_by_total_is_exact_for_cells_without_a_common_line(
    data: st.DataObject,
) -> None:
    """Compare with all fillings of cells on the diagonal."""
    size = data.draw(st.integers(2, 9))
    masks = masks_of(size)
    cells = [i * size + i for i in range(data.draw(st.integers(1, min(size, 4))))]
    numbers = data.draw(st.lists(st.integers(1, size), min_size=len(cells), max_size=len(cells)))
    operation, total = data.draw(st.sampled_from([("+", sum(numbers)), ("*", prod(numbers))]))
    held = [data.draw(st.sets(st.integers(1, size))) | {number} for number in numbers]
    make = sum if operation == "+" else prod
    fitting = [filling for filling in product(*held) if make(filling) == total]
    left = [set(own) for own in zip(*fitting, strict=True)]
    before, after = (
        sum(1 << cell * size + n - 1 for cell, own in zip(cells, sets, strict=True) for n in own)
        for sets in (held, left)
    )
    assert filter_by_total(masks, total_encoding(size, operation, total), cells, before) == after
    with patch("autograder.puzzles.combinations.MAX_TOTAL_BITS", 64):
        less_exact = total_encoding.__wrapped__(size, operation, total)
    assert after & ~filter_by_total(masks, less_exact, cells, before) == 0


def clash(placed: dict[Cell, int]) -> bool:
    taken = [("row", r, v) for (r, _), v in placed.items()]
    taken += [("column", c, v) for (_, c), v in placed.items()]
    return len(taken) > len(set(taken))


def own(masks: tuple[int, ...], cells: list[int]) -> int:
    return sum(masks[cell] for cell in cells)
