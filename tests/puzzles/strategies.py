"""Puzzles to test with, by hypothesis."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from hypothesis import strategies as st

from autograder.puzzles import Cage, Cell, Grid, Puzzle
from autograder.puzzles.model import cells_of


@st.composite
def puzzles(
    draw: st.DrawFn,
    min_size: int = 1,
    max_size: int = 6,
    operations: str = "+-*/",
    max_cage: int = 6,
) -> tuple[Puzzle, Grid]:
    """A puzzle and a grid that solves it; it may have other solutions.

    Every shape of cages with at most `max_cage` cells may come. Single cells are given numbers, and
    so are the cells of a cage that none of the operations fits.
    """
    size = draw(st.integers(min_size, max_size))
    grid = draw(latin_squares(size))
    cages: list[Cage] = []
    for cells in draw(partitions(size, max_cage)):
        targets = _targets(cells, grid, operations)
        if targets:
            operation = draw(st.sampled_from(list(targets)))
            cages.append(Cage(operation, targets[operation], tuple(cells)))
        else:
            cages += [Cage("=", grid[row][column], ((row, column),)) for row, column in cells]
    return Puzzle(size, tuple(cages)), grid


@st.composite
def latin_squares(draw: st.DrawFn, size: int) -> Grid:
    """The cyclic square with its rows, columns and numbers in another order."""
    rows, columns, numbers = (draw(st.permutations(range(size))) for _ in range(3))
    return tuple(tuple(numbers[(row + column) % size] + 1 for column in columns) for row in rows)


@st.composite
def partitions(draw: st.DrawFn, size: int, most: int) -> list[list[Cell]]:
    """Connected cells, at most so many together: neighbours are joined, or not, one by one."""
    borders = list(_borders(size))
    opened = draw(st.lists(st.booleans(), min_size=len(borders), max_size=len(borders)))
    group_of = {cell: [cell] for cell in cells_of(size)}
    for is_open, (cell, other) in zip(opened, borders, strict=True):
        group, joined = group_of[cell], group_of[other]
        if is_open and group is not joined and len(group) + len(joined) <= most:
            group.extend(joined)
            group_of |= dict.fromkeys(joined, group)
    return [group for cell, group in group_of.items() if cell == min(group)]


def _borders(size: int) -> Iterator[tuple[Cell, Cell]]:
    for row, column in cells_of(size):
        for other in ((row, column + 1), (row + 1, column)):
            if max(other) < size:
                yield (row, column), other


def _targets(cells: list[Cell], grid: Grid, operations: str) -> dict[str, int]:
    """The operations that fit, and the targets that the grid gives under each."""
    low, *rest = sorted(grid[row][column] for row, column in cells)
    targets = {"+": low + sum(rest), "*": low * prod(rest)} if rest else {}
    if len(rest) == 1:
        targets["-"] = rest[0] - low
        if rest[0] % low == 0:
            targets["/"] = rest[0] // low
    return {operation: targets[operation] for operation in operations if operation in targets}
