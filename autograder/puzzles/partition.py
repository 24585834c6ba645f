"""Random cage shapes for a grid."""

from __future__ import annotations

from functools import lru_cache

from autograder.puzzles.model import Cell, Grid, cells_of, neighbours
from autograder.puzzles.rng import SeededRandom

PAIR_CHANCE = 0.75
"""The chance that a cell forms a pair with a free neighbour."""


def partition(
    grid: Grid, max_cage: int, single_chance: float, rng: SeededRandom
) -> list[list[Cell]]:
    """Partition the grid into connected groups: pairs, cells that join them, and single cells.

    If a rectangle of the grid reads a b / b a and each of these pairs shares a cage, swapping a and
    b gives a second solution. So at most one of two such pairs shares a cage.
    """
    near = _neighbours_inside(len(grid))
    group_of: dict[Cell, list[Cell]] = {}
    groups: list[list[Cell]] = []
    swaps: set[tuple[str, int, int, int, int]] = set()
    cells = rng.shuffled(near)
    for cell in cells:
        free = [other for other in near[cell] if other not in group_of]
        if max_cage > 1 and cell not in group_of and free and rng.chance(PAIR_CHANCE):
            other = rng.choice(free)
            new_swaps = _swaps(cell, [other], grid)
            if swaps.isdisjoint(new_swaps):
                swaps |= new_swaps
                pair = [cell, other]
                groups.append(pair)
                group_of.update(dict.fromkeys(pair, pair))
    for cell in cells:
        if cell not in group_of:
            adjacent = [group_of[other] for other in near[cell] if other in group_of]
            joinable = [
                group
                for group in adjacent
                if len(group) < max_cage and swaps.isdisjoint(_swaps(cell, group, grid))
            ]
            if joinable and not (single_chance and rng.chance(single_chance)):
                group = rng.choice(joinable)
                swaps |= _swaps(cell, group, grid)
                group.append(cell)
            else:
                group = [cell]
                groups.append(group)
            group_of[cell] = group
    return groups


def _swaps(cell: Cell, group: list[Cell], grid: Grid) -> set[tuple[str, int, int, int, int]]:
    """Return a key for each pair of the cell and a cell of the group in one line.

    A key holds the two crossing lines and the two numbers, so the two pairs of a rectangle that
    reads a b / b a have equal keys.
    """
    row, column = cell
    number = grid[row][column]
    keys = set()
    for other_row, other_column in group:
        low, high = sorted((number, grid[other_row][other_column]))
        if other_row == row:
            first, second = sorted((column, other_column))
            keys.add(("columns", first, second, low, high))
        elif other_column == column:
            first, second = sorted((row, other_row))
            keys.add(("rows", first, second, low, high))
    return keys


@lru_cache
def _neighbours_inside(size: int) -> dict[Cell, list[Cell]]:
    cells = cells_of(size)
    return {cell: [near for near in neighbours(cell) if near in cells] for cell in cells}
