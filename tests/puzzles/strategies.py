"""Hypothesis strategies for puzzles."""

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
    """Draw a puzzle and one of its solutions.

    Cages have any shape of at most `max_cage` cells. A cage that none of the operations fits is
    split into single cells.
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
    """Draw a cyclic Latin square with its rows, columns and numbers permuted."""
    rows, columns, numbers = (draw(st.permutations(range(size))) for _ in range(3))
    return tuple(tuple(numbers[(row + column) % size] + 1 for column in columns) for row in rows)


@st.composite
def partitions(draw: st.DrawFn, size: int, most: int) -> list[list[Cell]]:
    """Draw a partition into connected groups of at most `most` cells, by joining neighbours."""
    borders = list(_borders(size))
    is_open = draw(st.lists(st.booleans(), min_size=len(borders), max_size=len(borders)))
    group_of = {cell: [cell] for cell in cells_of(size)}
    for opened, (cell, other) in zip(is_open, borders, strict=True):
        group, joined = group_of[cell], group_of[other]
        if opened and group is not joined and len(group) + len(joined) <= most:
            group.extend(joined)
            group_of |= dict.fromkeys(joined, group)
    return [group for cell, group in group_of.items() if cell == min(group)]


def _borders(size: int) -> Iterator[tuple[Cell, Cell]]:
    for row, column in cells_of(size):
        for other in ((row, column + 1), (row + 1, column)):
            if max(other) < size:
                yield (row, column), other


def _targets(cells: list[Cell], grid: Grid, operations: str) -> dict[str, int]:
    """Return the operations that fit, each with its target in this grid."""
    low, *rest = sorted(grid[row][column] for row, column in cells)
    targets = {"+": low + sum(rest), "*": low * prod(rest)} if rest else {}
    if len(rest) == 1:
        targets["-"] = rest[0] - low
        if rest[0] % low == 0:
            targets["/"] = rest[0] // low
    return {operation: targets[operation] for operation in operations if operation in targets}
