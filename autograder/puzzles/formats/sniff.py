"""Which format a text is in, by its beginning."""

from __future__ import annotations

import re

from autograder.puzzles.formats import cages
from autograder.puzzles.formats.scanner import number_of
from autograder.puzzles.model import LARGEST, OPERATIONS

_LOOKED_AT = 20_000
_JSON = re.compile(r"\{\s*(?:[\"}]|\Z)")
_KEEN = re.compile(r"[0-9]+(?:d\w*|m)?:")

Lines = list[list[str]]
"""The words of lines, without those that are blank."""


def guessed(text: str) -> str | None:
    """The name of a format, or None.

    Only `mathdoku` may begin with anything, so it comes first where there is a whole square, and
    last where there may be a broken one.
    """
    head = text.lstrip()[:_LOOKED_AT]
    lines = [words for line in head.split("\n") if (words := line.split())]
    if not lines:
        return None
    if _begins_with_square(lines):
        return "mathdoku"
    if _JSON.match(head):
        return "json"
    if cages.begins(text):
        return "cages"
    if _KEEN.match(head):
        return "keen"
    if len(lines[0]) == 1 and (count := number_of(lines[0][0])) is not None:
        return _below_a_number(count, lines[1:])
    rows_are_words = all(len(words) == 1 for words in lines[:2])
    return "mathdoku" if rows_are_words and len(lines[0][0]) <= LARGEST else None


def _begins_with_square(lines: Lines) -> bool:
    """Is there a square of characters, and a line below that may be a constraint?"""
    size = len(lines[0][0])
    square, below = lines[:size], lines[size : size + 2]
    if not below or len(below[0]) != 3:
        return False
    if size == 1 and (
        len(below) > 1 or below[0][0] != lines[0][0] or below[0][2] not in OPERATIONS
    ):
        return False  # A size, and more.
    return all(len(row) == 1 and len(row[0]) == size for row in square)


def _below_a_number(count: int, lines: Lines) -> str | None:
    """Which of the formats that begin with a number it is."""
    if not lines:
        return None
    first = lines[0]
    if len(first[0]) > 1 and first[0].isalpha():
        return "ac3"
    if any(number_of(word) is None for word in first):
        return "kenken"
    # Numbers only. So many rows of so many would be no calcudoku: count lines that cover 25 cells
    # have 2 * count + 25 words, which is no square number.
    rows = lines[:count]
    return "kenken" if all(len(row) == count for row in rows) else "calcudoku"
