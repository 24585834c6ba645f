"""Solve the Calcudoku puzzle on standard input by brute force, and count the work.

    python solver.py < puzzle.in

Whether a board is valid is the business of solver_funcs.py.
"""

from solver_funcs import check_valid

SIZE = 5


def get_cages() -> list[list[int]]:
    """Ask for the number of cages, then for each of them; a list of the cages.

    The prompts are "Number of cages: ", then "Cage number 0: ", "Cage number 1: " and so on. A
    cage is entered as numbers with spaces between them, and becomes a list of these numbers.
    """
    raise NotImplementedError


def main() -> None:
    """Get the cages, solve the puzzle by brute force, print the solution and the counts.

    Begin with the upper left cell of an empty board. Add 1 to the current cell and check the
    board. If it is valid, go on to the next cell, in reading order; if not, add 1 again. A cell
    that would pass SIZE goes back to 0, and the cell before it is the current one again. Stop when
    the last cell is filled.

    A check is counted each time that check_valid is asked about a number just placed, a backtrack
    each time that a cell goes back to 0.

    The output is the line --Solution--, the rows with one space between numbers, and a line such
    as "checks: 2265 backtracks: 438".
    """
    raise NotImplementedError


if __name__ == "__main__":
    main()
