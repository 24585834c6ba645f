"""Solve the mathdoku puzzle on standard input with mathdoku.py. Do not change this file.

python solve.py < puzzle.in
python solve.py --choices < puzzle.in
"""

import argparse
import sys

from mathdoku import Mathdoku

NO_PUZZLE = "No Puzzle..."
NOT_READY = "Not Ready to Solve..."
NO_SOLUTION = "No Solution..."


def answer(puzzle: Mathdoku) -> str:
    """Return what to print for the puzzle on standard input."""
    if not puzzle.load_puzzle(sys.stdin):
        return f"{NO_PUZZLE}\n"
    if not puzzle.ready_to_solve():
        return f"{NOT_READY}\n"
    return puzzle.print() if puzzle.solve() else f"{NO_SOLUTION}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve the mathdoku puzzle on standard input.")
    parser.add_argument(
        "--choices", action="store_true", help="also print the number of guesses undone"
    )
    options = parser.parse_args()
    puzzle = Mathdoku()
    print(answer(puzzle), end="")
    if options.choices:
        print(f"choices: {puzzle.choices()}")


if __name__ == "__main__":
    main()
