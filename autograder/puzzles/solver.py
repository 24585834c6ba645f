"""The solutions of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from autograder.puzzles.model import Board, Grid, Puzzle
from autograder.puzzles.search import Search


def solve(puzzle: Puzzle) -> Grid | None:
    """Return a solution or None; always the same solution for equal puzzles."""
    return next(solutions(puzzle), None)


def is_unique(puzzle: Puzzle) -> bool:
    """Return whether the puzzle has exactly one solution."""
    return sum(1 for _ in solutions(puzzle, limit=2)) == 1


def solutions(
    puzzle: Puzzle, limit: int | None = None, givens: Grid | None = None
) -> Iterator[Grid]:
    """Return an iterator over all solutions, or the first `limit` of them, as they are found.

    Args:
        givens: Numbers that every solution keeps; 0 is an empty cell.

    Raises:
        PuzzleError: `givens` is not a grid of this puzzle's size and numbers.
    """
    search = Search(puzzle, None if givens is None else Board(puzzle, givens).grid)
    return (search.masks.grid(candidates) for candidates in islice(search.solutions(), limit))
