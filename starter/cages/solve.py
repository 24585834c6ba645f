"""Solve the puzzle on standard input with cages.py. Do not change this file.

python solve.py < puzzle.in
"""

import sys

from cages import solve
from provided import CagesError, grid_text, read_cages

NO_SOLUTION = "No Solution..."


def main() -> None:
    try:
        cages = read_cages(sys.stdin.read())
    except CagesError as error:
        sys.exit(f"solve.py: {error}")
    grid = solve(cages)
    print(NO_SOLUTION if grid is None else grid_text(grid))


if __name__ == "__main__":
    main()
