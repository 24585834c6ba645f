"""Mathdoku: load a puzzle, check that it is ready to solve, and solve it.

A cell is (row, column), both counted from 0. A group is the cells that show the same character; its
constraint is an operator and the target that its numbers give. A line is a row or a column.
"""

from typing import TextIO

Cell = tuple[int, int]


class Mathdoku:
    """A mathdoku puzzle: load it, check that it is ready, solve it, print it.

    An object holds one puzzle at a time: none before the first load or after a failed load.
    Without a puzzle it is not ready, has no solution, prints nothing and counts no choices.
    """

    def load_puzzle(self, stream: TextIO) -> bool:
        """Read a puzzle from a stream, in place of the last one; return False if it is not one.

        A puzzle is a square of n rows with n characters each, then a line for each constraint:
        character, target, operator. ready_to_solve checks whether these make sense.
        """
        raise NotImplementedError

    def ready_to_solve(self) -> bool:
        """Return whether the puzzle is complete and each group, on its own, could be filled.

        Every group is connected by the sides of its cells and has one constraint: an operator that
        its number of cells allows, and a target that numbers from 1 to n in its cells could give.
        """
        raise NotImplementedError

    def solve(self) -> bool:
        """Find a solution and keep it; return False if there is none or the puzzle is not ready."""
        raise NotImplementedError

    def print(self) -> str:
        r"""Return the rows, each ending in \n: numbers once solved, else group characters."""
        raise NotImplementedError

    def choices(self) -> int:
        """Return how many guesses the last solve undid; the only number left is not a guess."""
        raise NotImplementedError
