"""Simple puzzles of any size."""

from __future__ import annotations

from autograder.puzzles import Board, Cage, Puzzle
from autograder.puzzles.model import cells_of, empty_grid


def empty(puzzle: Puzzle) -> Board:
    return Board(puzzle, empty_grid(puzzle.size))


def singles(size: int) -> Puzzle:
    return Puzzle(size, tuple(Cage("=", 1, (cell,)) for cell in cells_of(size)))


def one_cage(size: int, operation: str, target: int) -> Puzzle:
    return Puzzle(size, (Cage(operation, target, tuple(cells_of(size))),))


def rows(size: int) -> Puzzle:
    """Return a puzzle with a cage for each row, of sum `size`."""
    cells = ([(row, column) for column in range(size)] for row in range(size))
    return Puzzle(size, tuple(Cage("+", size, tuple(row)) for row in cells))
