"""Cage puzzles: KenKen, Calcudoku, Mathdoku, Keen. The domain under the assignments."""

from autograder.puzzles.model import Board, Cage, Cell, Grid, Puzzle, PuzzleError, is_solution

__all__ = ["Board", "Cage", "Cell", "Grid", "Puzzle", "PuzzleError", "is_solution"]
