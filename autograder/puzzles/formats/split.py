"""The puzzles of a text one by one, so that one with a fault leaves the others as they are."""

from __future__ import annotations

import json
from dataclasses import dataclass

from autograder.puzzles.formats import SEVERAL, clean, guess, read
from autograder.puzzles.formats.scanner import FormatError
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
    has_lines = name in SEVERAL and found and not (name == "json" and _is_laid_out(found))
    return found if has_lines else [Passage(text, name, 0)]


def _is_laid_out(lines: list[Passage]) -> bool:
    """Is it one object in several lines? Then the first is no object, nor does the next begin one.

    A first line that is faulty should leave the others be.
    """
    first = lines[0].text.strip()
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        follows = lines[1].text.lstrip() if len(lines) > 1 else "{"
        return first.startswith("{") and not (first.endswith("}") and follows.startswith("{"))
    return False


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
