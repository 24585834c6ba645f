"""Cage puzzles: Latin squares in which each cage gives a target under an operation.

The package knows nothing of grading and can be used as a library.
"""

from autograder.puzzles.formats import FormatError, read, write
from autograder.puzzles.generator import for_brute_force, generate, student_seed
from autograder.puzzles.model import Board, Cage, Cell, Grid, Puzzle, PuzzleError, is_solution
from autograder.puzzles.rating import RATINGS, Rating, rate
from autograder.puzzles.solver import solutions, solve

__all__ = [
    "RATINGS",
    "Board",
    "Cage",
    "Cell",
    "FormatError",
    "Grid",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "for_brute_force",
    "generate",
    "is_solution",
    "rate",
    "read",
    "solutions",
    "solve",
    "student_seed",
    "write",
]
