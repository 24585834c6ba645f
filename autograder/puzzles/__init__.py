"""Cage puzzles: KenKen, Calcudoku, Mathdoku, Keen. The domain under the assignments."""

from autograder.puzzles.model import Board, Cage, Cell, Grid, Puzzle, PuzzleError, is_solution
from autograder.puzzles.solver import is_unique, solutions, solve

__all__ = [
    "Board",
    "Cage",
    "Cell",
    "Grid",
    "Puzzle",
    "PuzzleError",
    "is_solution",
    "is_unique",
    "solutions",
    "solve",
]
