"""Going through a text from token to token, and telling where it is not what it should be."""

from __future__ import annotations

import re

from autograder.puzzles.model import LARGEST, Board, Cage, Cell, Grid, Puzzle, PuzzleError
from autograder.safetext import excerpt

MOST_DIGITS = 309
"""No target has more: in the largest puzzle, one cage of all cells multiplies to 16 ** 256."""

_GAP = re.compile(r"[ \t\v\f]*+")
_BLANK = re.compile(r"\s*+", re.ASCII)
_WORD = re.compile(r"\S++", re.ASCII)
_LINE_END = re.compile(r"\n\s*+|\Z", re.ASCII)


class FormatError(PuzzleError):
    """A text is not in its format, or the format cannot hold a board.

    Attributes:
        reason: What is wrong, without where.
        line: The line that is at fault, counted from 1, or None where there is no such line.
        column: The character in it, counted from 1, or None.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        places = {"line": line, "column": column}
        where = ", ".join(f"{name} {place}" for name, place in places.items() if place)
        super().__init__(f"{where}: {message}" if where else message)
        self.reason = message
        self.line = line
        self.column = column


def number_of(digits: str) -> int | None:
    """The number that a text writes in ASCII digits, None if it does not or is far too long."""
    if digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS:
        return int(digits)
    return None


def error_at(text: str, place: int, message: str) -> FormatError:
    """What is wrong at a place in a text, which is given by its index."""
    line = text.count("\n", 0, place) + 1
    return FormatError(message, line, place - text.rfind("\n", 0, place))


class Scanner:
    """A text, how far it is read (`at`), and where the token read last began (`place`)."""

    def __init__(self, text: str, token: re.Pattern[str] = _WORD) -> None:
        self.text = text
        self.token = token
        self.at = 0
        self.skip(_BLANK)
        self.place = self.at

    def skip(self, blank: re.Pattern[str]) -> None:
        while (match := blank.match(self.text, self.at)) and match.end() > self.at:
            self.at = match.end()

    def ended(self) -> bool:
        return self.at == len(self.text)

    def line_ended(self) -> bool:
        self.skip(_GAP)
        return self.text.startswith("\n", self.at) or self.ended()

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """Read on by what has to stand here."""
        self.place = self.at
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
        """Go on to the next line that is not blank."""
        self.skip(_GAP)
        self.take(_LINE_END, "the end of the line")

    def end_text(self, expected: str) -> None:
        self.place = self.at
        if not self.ended():
            raise self.unexpected(expected)

    def number(self, expected: str, least: int, most: int) -> int:
        """The next word in this line, a number."""
        return self.within(self.word(expected), expected, least, most)

    def within(self, digits: str, expected: str, least: int, most: int) -> int:
        """The number that is written in the token read last, or in a part of it."""
        number = number_of(digits)
        if number is None or not least <= number <= most:
            raise self.unexpected(expected)
        return number

    def size(self) -> int:
        return self.number(f"the size, a number from 1 to {LARGEST}", 1, LARGEST)

    def unexpected(self, expected: str) -> FormatError:
        return self.error(f"expected {expected}, found {self._found()}", self.place)

    def _found(self) -> str:
        if match := self.token.match(self.text, self.place):
            return excerpt(match[0])
        if self.place == len(self.text):
            return "the end of the text"
        return "the end of the line" if self.text[self.place] == "\n" else "white space"

    def error(self, message: str, place: int) -> FormatError:
        return error_at(self.text, place, message)

    def cage(self, place: int, operation: str, target: int, cells: list[Cell]) -> Cage:
        """The cage that stands at a place in the text."""
        try:
            return Cage(operation, target, tuple(cells))
        except PuzzleError as error:
            raise self.error(str(error), place) from error

    def board(self, size: int, cages: dict[int, Cage], grid: Grid) -> Board:
        """The board of cages, which are given by their places in the text."""
        try:
            return Board(Puzzle(size, tuple(cages.values())), grid)
        except PuzzleError as error:
            if error.cage is None:
                raise FormatError(str(error)) from error
            raise self.error(str(error), list(cages)[error.cage]) from error
