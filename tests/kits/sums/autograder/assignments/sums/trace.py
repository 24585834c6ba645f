"""Whole rows, one after the other: each row is one of the orders of the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from autograder.puzzles.model import Board, is_solution
from autograder.puzzles.trace.steps import Step

TITLE = "Sums by whole grids"
ABOUT = "Try the orders of the numbers for each row until the grid is a solution."
COUNTS = ("grids tried",)
KINDS = ()
PSEUDOCODE = ("for each grid:", "    if it is a solution: done")


def steps(board: Board) -> Iterator[Step]:
    size = board.puzzle.size
    yield Step("The grid is empty.", (0,) * size**2, (), (), (0,))
    orders = list(permutations(range(1, size + 1)))
    squares = (
        (first, second, third)
        for first in orders
        for second in orders
        for third in orders
        if all(len(set(column)) == size for column in zip(first, second, third, strict=True))
    )
    for count, grid in enumerate(squares, 1):
        contents = tuple(1 << number for row in grid for number in row)
        is_last = is_solution(board.puzzle, grid)
        sentence = "This grid is a solution." if is_last else "This grid is not a solution."
        yield Step(sentence, contents, (), (), (count,), 1)
        if is_last:
            return
