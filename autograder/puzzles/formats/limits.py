"""What a format cannot hold is refused when a board is written: nothing gets lost unseen."""

from __future__ import annotations

from autograder.puzzles.formats.scanner import FormatError
from autograder.puzzles.model import Board, Puzzle


def check_nothing_filled_in(board: Board, name: str) -> None:
    filled_in = sum(number > 0 for row in board.grid for number in row)
    if filled_in:
        raise FormatError(f"{name} holds no numbers that are filled in, found {filled_in}")


def check_size(puzzle: Puzzle, name: str, size: int) -> None:
    if puzzle.size != size:
        raise FormatError(f"{name} holds puzzles of size {size} only, found {puzzle.size}")


def check_targets(puzzle: Puzzle, name: str, digits: int) -> None:
    for cage in puzzle.cages:
        if (found := len(str(cage.target))) > digits:
            limit = f"{name} holds targets of at most {digits} digits"
            raise FormatError(f"the cage at {cage.cells[0]}: {limit}, found {found}")
