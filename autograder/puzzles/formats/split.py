"""Split a text into its puzzles, so that a faulty one does not stop the rest."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import KIT
from autograder.puzzles.formats import detect, formats_of, normalize, read
from autograder.puzzles.formats.scanner import FormatError
from autograder.puzzles.model import Board


@dataclass(frozen=True, slots=True)
class PuzzleText:
    """The part of a text that should hold one puzzle.

    Attributes:
        lines_before: The number of lines of the whole text that precede it.
    """

    text: str
    format: str
    lines_before: int
    kit: Path = KIT

    def read(self) -> Board:
        """The puzzle.

        Raises:
            FormatError: the text is not in its format; lines are counted in the whole text.
        """
        try:
            return read(self.text, self.format, self.kit)
        except FormatError as error:
            if not self.lines_before:
                raise
            line = (error.line or 1) + self.lines_before
            raise FormatError(error.reason, line, error.column) from error


def split(text: str, format: str | None = None, kit: Path = KIT) -> list[PuzzleText]:  # noqa: A002
    """The puzzles of a text: its lines where the format has a puzzle on each, else all of it.

    Raises:
        FormatError: no format is named, and the text begins like none.
    """
    text = normalize(text)
    name = detect(text, kit) if format is None else format
    lines = [
        PuzzleText(line, name, number, kit)
        for number, line in enumerate(text.split("\n"))
        if line.strip()
    ]
    is_multiple = formats_of(kit)[name].is_multiple
    has_lines = is_multiple and lines and not (name == "json" and _is_one_object(lines))
    return lines if has_lines else [PuzzleText(text, name, 0, kit)]


def _is_one_object(lines: list[PuzzleText]) -> bool:
    """Do the lines together form one JSON object?

    If so, the first line is not a complete object, and the second does not begin one. A faulty
    first line with objects below it must not hide these.
    """
    first = lines[0].text.strip()
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        second = lines[1].text.lstrip() if len(lines) > 1 else "{"
        return first.startswith("{") and not (first.endswith("}") and second.startswith("{"))
    return False
