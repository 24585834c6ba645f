"""Solve the KenKen puzzle on standard input with the functions in kenken.py.

Use this file; do not change it:

python solve.py < puzzle.in
python solve.py --visual --delay 0.2 < puzzle.in
"""

import argparse
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kenken import find_blank, neighbours
from provided import Posn, Puzzle, PuzzleError, read_puzzle, solution_text

if TYPE_CHECKING:
    from rich.console import Console, Group

NO_SOLUTION = "No Solution..."


def search(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield every puzzle that a depth-first search visits, and stop after the first solution."""
    stack = [puzzle]
    while stack:
        puzzle = stack.pop()
        yield puzzle
        if find_blank(puzzle) == Posn(-2, -2):
            return
        stack.extend(reversed(neighbours(puzzle)))


def solve_kenken(puzzle: Puzzle) -> Puzzle | None:
    """Return the first solution that the search finds, or None."""
    for step in search(puzzle):
        if find_blank(step) == Posn(-2, -2):
            return step
    return None


def solve_kenken_visual(
    puzzle: Puzzle, delay: float = 0.3, console: "Console | None" = None
) -> Puzzle | None:
    """Like solve_kenken, but draw every step in the terminal and pause after it."""
    try:
        from rich.live import Live
    except ModuleNotFoundError:
        sys.exit("solve.py: --visual needs the package rich; install it with: pip install rich")

    with Live(console=console, auto_refresh=False) as screen:
        for number, step in enumerate(search(puzzle), 1):
            screen.update(drawing(step, f"step {number}"), refresh=True)
            time.sleep(delay)
            if find_blank(step) == Posn(-2, -2):
                return step
    return None


def drawing(puzzle: Puzzle, title: str) -> "Group":
    """Draw the board with bold numbers, guesses with a question mark, and dim letters."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    first = ", ".join(str(constraint) for constraint in puzzle.constraints[:3])
    more = ", …" if len(puzzle.constraints) > 3 else ""
    table = Table(box=box.SQUARE, show_header=False, show_lines=True)
    for row in puzzle.board:
        cells = []
        for entry in row:
            if entry.guess:
                cells.append(Text(f"{entry.g.number}?", "yellow"))
            else:
                cells.append(Text(str(entry), "bold" if entry.number else "dim"))
        table.add_row(*cells)
    return Group(Text(title), table, Text(f"to do: {first}{more}\n" if first else "solved\n"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve the KenKen puzzle on standard input.")
    parser.add_argument("--visual", action="store_true", help="draw every step")
    parser.add_argument(
        "--delay", type=float, default=0.3, help="pause after each step, in seconds"
    )
    options = parser.parse_args()
    if not 0 <= options.delay <= 60:
        parser.error("--delay: expected 0 to 60 seconds")
    try:
        puzzle = read_puzzle(sys.stdin.read())
    except PuzzleError as error:
        sys.exit(f"solve.py: {error}")
    if options.visual:
        solved = solve_kenken_visual(puzzle, options.delay)
    else:
        solved = solve_kenken(puzzle)
    print(solution_text(solved) if solved else NO_SOLUTION)


if __name__ == "__main__":
    main()
