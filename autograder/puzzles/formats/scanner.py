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
        reason: The message without line and column.
        line: The faulty line, counted from 1; None if no single line is at fault.
        column: The faulty character in the line, counted from 1, or None.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        numbers = {"line": line, "column": column}
        where = ", ".join(f"{name} {number}" for name, number in numbers.items() if number)
        super().__init__(f"{where}: {message}" if where else message)
        self.reason = message
        self.line = line
        self.column = column


def number_of(digits: str) -> int | None:
    """The number written in ASCII digits; None for any other text and for far too many digits."""
    if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_TARGET_DIGITS:
        return int(digits)
    return None


def error_at(text: str, index: int, message: str) -> FormatError:
    """The error for a fault at an index of a text."""
    line = text.count("\n", 0, index) + 1
    return FormatError(message, line, index - text.rfind("\n", 0, index))


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
        return error_at(self.text, index, message)

    def cage(self, index: int, operation: str, target: int, cells: list[Cell]) -> Cage:
        """The cage that is written at an index of the text."""
        try:
            return Cage(operation, target, tuple(cells))
        except PuzzleError as error:
            raise self.error(str(error), index) from error

    def board(self, size: int, cages: dict[int, Cage], grid: Grid) -> Board:
        """Return the board with these cages, by their indices in the text."""
        try:
            return Board(Puzzle(size, tuple(cages.values())), grid)
        except PuzzleError as error:
            if error.cage is None:
                raise FormatError(str(error)) from error
            raise self.error(str(error), list(cages)[error.cage]) from error
