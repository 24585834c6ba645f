"""Solve the KenKen puzzle on standard input with ac3.py. Do not change this file.

python solve.py < puzzle.in
"""

import sys

from ac3 import solve_kenken
from provided import PuzzleError, full_domains, read_puzzle, solution_text

NO_SOLUTION = "No Solution..."


def main() -> None:
    try:
        puzzle = read_puzzle(sys.stdin.read())
    except PuzzleError as error:
        sys.exit(f"solve.py: {error}")
    solved = solve_kenken(puzzle, full_domains(puzzle.size))
    print(NO_SOLUTION if solved is None else solution_text(solved, puzzle.size))


if __name__ == "__main__":
    main()
