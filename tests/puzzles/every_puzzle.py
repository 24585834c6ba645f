"""Every puzzle of a small size that has one solution."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations, product

from autograder.puzzles import Cage, Cell, Grid, Puzzle
from autograder.puzzles.model import cells_of, targets

Partition = tuple[tuple[Cell, ...], ...]


def latin_squares(size: int, rows: Grid = ()) -> Iterator[Grid]:
    """Yield all Latin squares of a size, row by row."""
    if len(rows) == size:
        yield rows
        return
    for row in permutations(range(1, size + 1)):
        if all(row[i] != above[i] for above in rows for i in range(size)):
            yield from latin_squares(size, (*rows, row))


def puzzles_with_one_solution(size: int) -> Iterator[Puzzle]:
    """Yield one puzzle of each set that is equal up to rotation and reflection."""
    squares = list(latin_squares(size))
    for groups in sorted({_canonical(groups, size) for groups in _partitions(set(cells_of(size)))}):
        by_square = [
            [targets([grid[row][column] for row, column in cells]) for cells in groups]
            for grid in squares
        ]
        signs = [{1: "=", 2: "+*-/"}.get(len(cells), "+*") for cells in groups]
        for operations in product(*signs):
            times: dict[tuple[int, ...], int] = defaultdict(int)
            for by_cage in by_square:
                if all(sign in by for sign, by in zip(operations, by_cage, strict=True)):
                    numbers = [by[sign] for sign, by in zip(operations, by_cage, strict=True)]
                    times[tuple(numbers)] += 1
            for clues, count in times.items():
                if count == 1:
                    cages = map(Cage, operations, clues, groups)
                    yield Puzzle(size, tuple(cages))


def _partitions(free: set[Cell]) -> Iterator[Partition]:
    """Yield all partitions of cells into connected groups."""
    if not free:
        yield ()
        return
    for group in _connected(min(free), free):
        for rest in _partitions(free - group):
            yield (tuple(sorted(group)), *rest)


def _connected(first: Cell, free: set[Cell]) -> set[frozenset[Cell]]:
    """Return all connected groups of free cells that hold the first."""
    groups: set[frozenset[Cell]] = set()
    pending = {frozenset([first])}
    while pending:
        group = pending.pop()
        groups.add(group)
        adjacent = {
            cell
            for row, column in group
            for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        }
        pending |= {group | {cell} for cell in adjacent & free - group} - groups
    return groups


def _canonical(groups: Partition, size: int) -> Partition:
    """Return the first of the eight images of a partition under rotation and reflection."""
    last = size - 1
    images = []
    for flip, mirror, transpose in product((False, True), repeat=3):
        image = []
        for cells in groups:
            moved = [(last - r if flip else r, last - c if mirror else c) for r, c in cells]
            image.append(tuple(sorted((c, r) if transpose else (r, c) for r, c in moved)))
        images.append(tuple(sorted(image)))
    return min(images)
