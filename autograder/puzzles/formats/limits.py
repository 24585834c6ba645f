"""The limits of a format. A board beyond them is refused on writing, so that nothing is lost."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.puzzles.formats.scanner import MAX_TARGET_DIGITS, FormatError
from autograder.puzzles.model import Board


@dataclass(frozen=True, slots=True)
class FormatLimits:
    """What a format can hold.

    Attributes:
        size: The only size of its puzzles; None if they may have any.
        operations: Those that new puzzles in this format have by default.
        target_digits: The most digits of a target.
        filled_in: May cells be filled in?
    """

    size: int | None = None
    operations: str = "+-*/"
    target_digits: int = MAX_TARGET_DIGITS
    filled_in: bool = False

    def check(self, board: Board, name: str) -> None:
        """Raise FormatError if a format of this name and these limits cannot hold the board."""
        filled_in = sum(number > 0 for row in board.grid for number in row)
        if filled_in and not self.filled_in:
            raise FormatError(f"{name} cannot hold filled-in numbers, found {filled_in}")
        size = board.puzzle.size
        if self.size not in (None, size):
            raise FormatError(f"{name} holds puzzles of size {self.size} only, found {size}")
        for cage in board.puzzle.cages:
            digits = len(str(cage.target))
            if digits > self.target_digits:
                limit = f"{name} holds targets of at most {self.target_digits} digits"
                raise FormatError(f"the cage at {cage.cells[0]}: {limit}, found {digits}")
