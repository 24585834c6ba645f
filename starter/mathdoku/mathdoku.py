"""Mathdoku: load a puzzle, tell whether it can be tried, solve it.

A cell is a row and a column, counted from 0. The cells that show one character are a group. A
constraint is read as it stands; whether its target and its operator make sense is asked later.
"""

from typing import TextIO

Cell = tuple[int, int]


class Mathdoku:
    """One mathdoku puzzle at a time: load it, ask whether it is ready, solve it, print it.

    An object holds no puzzle before the first one is loaded, nor after one that could not be read.
    It is not ready then, solves nothing, prints nothing and has made no choices.
    """

    def load_puzzle(self, stream: TextIO) -> bool:
        """Read a puzzle from a stream; it takes the place of what was held before. Is it one?

        A puzzle is the n rows of a square, n characters each, then a line for each constraint with
        three fields: one character for the group, the target, the operator. The first line tells
        n. White space around a line means nothing, nor do blank lines; there is none in a row.

        Any target and operator will do here, and any groups: ready_to_solve looks at them.
        """
        raise NotImplementedError

    def ready_to_solve(self) -> bool:
        """Is everything there and in order, as far as a look at one group at a time can tell?

        Groups and constraints belong together one to one. Each group is connected by the sides of
        its cells. Its operator is known and suits its number of cells, and its target is a positive
        integer, written in digits, that so many numbers from 1 to n could give.
        """
        raise NotImplementedError

    def solve(self) -> bool:
        """Find a solution and keep it. Is there one?

        A puzzle that is not ready has none.
        """
        raise NotImplementedError

    def print(self) -> str:
        r"""The rows from top to bottom, each with a \n behind it and nothing between its cells.

        A cell shows its number once the puzzle is solved, else the character of its group.
        """
        raise NotImplementedError

    def choices(self) -> int:
        """How many guesses the last solve made and undid; 0 if nothing was solved since the load.

        A guess is a number that is tried in a cell while others are still possible there.
        """
        raise NotImplementedError
