"""Read a text token by token, and report faults with their line and column."""

from __future__ import annotations

import re

from autograder.puzzles.model import LARGEST, Board, Cage, Cell, Grid, Puzzle, PuzzleError
from autograder.safetext import excerpt

MAX_TARGET_DIGITS = 309
"""The most digits of a target: 16 ** 256, where a cage covers all of the largest puzzle."""

_GAP = re.compile(r"[ \t\v\f]*+")
_BLANK = re.compile(r"\s*+", re.ASCII)
_WORD = re.compile(r"\S++", re.ASCII)
_LINE_END = re.compile(r"\n\s*+|\Z", re.ASCII)


class FormatError(PuzzleError):
    """A text is not in its format, or the format cannot hold a board.

    Attributes:
        reached: The index in the text up to which it was read; 0 if that is not known.
    """

    def __init__(self, message: str, reached: int = 0) -> None:
        super().__init__(message)
        self.reached = reached


def number_of(digits: str) -> int | None:
    """The number written in ASCII digits; None for any other text and for far too many digits."""
    if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_TARGET_DIGITS:
        return int(digits)
    return None


class Scanner:
    """A text and the position in it.

    Attributes:
        at: The index of the next character to read.
        index: The index where the token that was read last begins.
    """

    def __init__(self, text: str, token: re.Pattern[str] = _WORD) -> None:
        self.text = text
        self.token = token
        self.at = 0
        self.skip(_BLANK)
        self.index = self.at

    def skip(self, blank: re.Pattern[str]) -> None:
        while (match := blank.match(self.text, self.at)) and match.end() > self.at:
            self.at = match.end()

    def ended(self) -> bool:
        return self.at == len(self.text)

    def line_ended(self) -> bool:
        self.skip(_GAP)
        return self.text.startswith("\n", self.at) or self.ended()

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """Read what the pattern matches, or raise an error that names what is expected."""
        self.index = self.at
        match = pattern.match(self.text, self.at)
        if match is None:
            raise self.unexpected(expected)
        self.at = match.end()
        return match[0]

    def word(self, expected: str) -> str:
        """The next word in this line."""
        self.skip(_GAP)
        return self.take(_WORD, expected)

    def end_line(self) -> None:
        """Move to the next line that is not blank."""
        self.skip(_GAP)
        self.take(_LINE_END, "the end of the line")

    def end_text(self, expected: str) -> None:
        self.index = self.at
        if not self.ended():
            raise self.unexpected(expected)

    def number(self, expected: str, least: int, most: int) -> int:
        """The next word in this line, a number."""
        return self.within(self.word(expected), expected, least, most)

    def within(self, digits: str, expected: str, least: int, most: int) -> int:
        """Return the number in these digits, which are the last token or a part of it."""
        number = number_of(digits)
        if number is None or not least <= number <= most:
            raise self.unexpected(expected)
        return number

    def target(self, digits: int) -> int:
        return self.number(f"a target of at most {digits} digits", 0, 10**digits - 1)

    def size(self) -> int:
        return self.number(f"the size, a number from 1 to {LARGEST}", 1, LARGEST)

    def unexpected(self, expected: str) -> FormatError:
        return self.error(f"expected {expected}, found {self._found()}", self.index)

    def _found(self) -> str:
        if match := self.token.match(self.text, self.index):
            return excerpt(match[0])
        if self.index == len(self.text):
            return "the end of the text"
        return "the end of the line" if self.text[self.index] == "\n" else "whitespace"

    def error(self, message: str, index: int) -> FormatError:
        line = self.text.count("\n", 0, index) + 1
        column = index - self.text.rfind("\n", 0, index)
        return FormatError(f"line {line}, column {column}: {message}", self.at)

    def cage(self, index: int, operation: str, target: int, cells: list[Cell]) -> Cage:
        """The cage that is written at an index of the text."""
        try:
            return Cage(operation, target, tuple(cells))
        except PuzzleError as error:
            raise self.error(str(error), index) from error

    def board(
        self, size: int, cages: dict[int, Cage], grid: Grid, letters: dict[str, Cage] | None = None
    ) -> Board:
        """Return the board with these cages, by their indices in the text, and their letters."""
        try:
            return Board(Puzzle(size, tuple(cages.values())), grid, letters or {})
        except PuzzleError as error:
            if error.cage is None:
                raise FormatError(str(error), self.at) from error
            raise self.error(str(error), list(cages)[error.cage]) from error
