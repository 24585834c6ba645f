"""Detect the format of a text from its beginning."""

from __future__ import annotations

from collections.abc import Iterable

from autograder.puzzles.formats.protocol import Format, Match
from autograder.puzzles.formats.scanner import number_of

_LENGTH = 20_000
"""How many characters of a text are examined."""

Words = list[list[str]]
"""The words of lines, without blank lines."""


def best_match(text: str, formats: Iterable[Format]) -> Format | None:
    """The format that fits a text best, the first of several that fit equally well."""
    best, best_format = Match.NO, None
    for format_ in formats:
        match = format_.recognise(text)
        if match > best:
            best, best_format = match, format_
    return best_format


def beginning(text: str) -> str:
    """The part of a text that is examined."""
    return text.lstrip()[:_LENGTH]


def first_lines(text: str) -> Words:
    """The words of the lines at the beginning of a text."""
    return [words for line in beginning(text).split("\n") if (words := line.split())]


def lines_below_number(text: str) -> tuple[int, Words] | None:
    """The number in the first line of a text and the lines below.

    None if the first line is anything but a number, or is the only line.
    """
    first, *below = first_lines(text) or [[]]
    number = number_of(first[0]) if len(first) == 1 else None
    return (number, below) if number is not None and below else None
