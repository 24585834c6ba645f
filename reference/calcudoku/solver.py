"""Solve the Calcudoku puzzle on standard input by brute force, and count the work.

    python solver.py < puzzle.in

The functions in solver_funcs.py check whether a board is valid.
"""

from solver_funcs import check_valid

SIZE = 5


def get_cages() -> list[list[int]]:
    """Ask for the number of cages, then for each cage, and return the list of cages.

    The prompts are "Number of cages: ", then "Cage number 0: ", "Cage number 1: " and so on. A
    cage is entered as numbers with spaces between them; return it as a list of these numbers.
    """
    number_of_cages = int(input("Number of cages: "))
    cages = []
    for i in range(number_of_cages):
        words = input(f"Cage number {i}: ").split()
        cages.append([int(word) for word in words])
    return cages


def main() -> None:
    """Get the cages, solve the puzzle by brute force, print the solution and the counts.

    Start with the upper left cell of an empty board. Add 1 to the current cell and check the
    board. If it is valid, go on to the next cell in reading order; if not, add 1 again. If a cell
    already contains SIZE, set it back to 0 and return to the cell before it. Stop when the last
    cell is filled.

    Count a check each time that check_valid is called for a number just placed, and a backtrack
    each time that a cell is set back to 0.

    The output is the line --Solution--, the rows with one space between numbers, and a line such
    as "checks: 2265 backtracks: 438".
    """
    cages = get_cages()
    puzzle = [[0] * SIZE for _ in range(SIZE)]
    checks, backtracks = _solve(puzzle, cages)
    print("--Solution--")
    for row in puzzle:
        print(*row)
    print(f"checks: {checks} backtracks: {backtracks}")


def _solve(puzzle: list[list[int]], cages: list[list[int]]) -> tuple[int, int]:
    """Solve an empty puzzle in place, and return the numbers of checks and backtracks.

    If there is no solution, the search ends at the upper left cell and the puzzle is empty again.
    """
    cell = 0
    checks = 0
    backtracks = 0
    while 0 <= cell < SIZE * SIZE:
        row, column = cell // SIZE, cell % SIZE
        if puzzle[row][column] == SIZE:
            puzzle[row][column] = 0
            backtracks += 1
            cell -= 1
        else:
            puzzle[row][column] += 1
            checks += 1
            if check_valid(puzzle, cages):
                cell += 1
    return checks, backtracks


if __name__ == "__main__":
    main()
