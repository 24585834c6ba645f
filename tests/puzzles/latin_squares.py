"""All Latin squares of a small size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from autograder.puzzles import Grid


def latin_squares(size: int, rows: Grid = ()) -> Iterator[Grid]:
    """Yield all Latin squares of a size, row by row."""
    if len(rows) == size:
        yield rows
        return
    for row in permutations(range(1, size + 1)):
        if all(row[i] != above[i] for above in rows for i in range(size)):
            yield from latin_squares(size, (*rows, row))
