"""The puzzles of a text one by one, so that one with a fault leaves the others as they are."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.puzzles.formats import SEVERAL, clean, guess, read
from autograder.puzzles.formats.scan import FormatError
from autograder.puzzles.model import Board


@dataclass(frozen=True, slots=True)
class Passage:
    """The passage of a text that holds a puzzle, if all is well.

    Attributes:
        lines: How many lines of the text come before it.
    """

    text: str
    format: str
    lines: int


def passages(text: str, format: str | None = None) -> list[Passage]:  # noqa: A002 - as callers say it
    """The passages that hold a puzzle each: lines where the format has one a line, else the text.

    Raises:
        FormatError: the format is not named, and the text begins like none.
    """
    text = clean(text)
    name = guess(text) if format is None else format
    found = [
        Passage(line, name, number) for number, line in enumerate(text.split("\n")) if line.strip()
    ]
    has_lines = name in SEVERAL and found and _is_whole(found[0])
    return found if has_lines else [Passage(text, name, 0)]


def _is_whole(first: Passage) -> bool:
    """JSON can also be laid out in lines, then the first is a brace, perhaps with a key."""
    line = first.text.strip()
    return first.format != "json" or line.endswith("}") or not line.startswith("{")


def read_passage(passage: Passage) -> Board:
    """The puzzle of a passage.

    Raises:
        FormatError: it is not in its format; the line is the one in the whole text.
    """
    try:
        return read(passage.text, passage.format)
    except FormatError as error:
        if not passage.lines:
            raise
        raise FormatError(error.reason, (error.line or 1) + passage.lines, error.column) from error
