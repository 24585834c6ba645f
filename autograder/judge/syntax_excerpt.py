"""The lines around a syntax error, with a caret."""

from __future__ import annotations

import re

from autograder.judge.sources import Sources
from autograder.safetext import printable

MAX_COLUMN = 100
MAX_BLANK_LINES = 3
_TEXTS = re.compile(r"""(["'])(\\.?|(?!\1)[^\\])*(\1|$)|#.*""")
"""The strings and the comment of a line."""


def excerpt_with_caret(sources: Sources, file: str, line: int, column: int) -> str:
    """Return a line of a file with the one before it, and a caret below the column.

    Columns are counted from 1. Empty if the file has no such line.
    """
    lines = sources.lines(file)
    if not 0 < line <= len(lines):
        return ""
    numbers = [number for number in (_line_before(lines, line), line) if number]
    width = len(str(line))
    shown = [f"  {number:>{width}} | {_excerpt(lines[number - 1])}" for number in numbers]
    if 0 < column <= min(len(lines[line - 1]) + 1, MAX_COLUMN):
        indent = len(_excerpt(lines[line - 1][: column - 1] + "|")) - 1
        shown.append(f"  {' ' * width} | {' ' * indent}^")
    return "\n".join(text.rstrip() for text in shown)


def _excerpt(text: str) -> str:
    return printable(text.rstrip(), MAX_COLUMN + 1)


def _line_before(lines: list[str], line: int) -> int:
    """Return the number of the last line before this one that is not blank; 0 if it is far."""
    first = max(0, line - 2 - MAX_BLANK_LINES)
    return next((n for n in range(line - 1, first, -1) if lines[n - 1].strip()), 0)


def unclosed_before(sources: Sources, file: str, line: int) -> int:
    """Return the line just before one, if it opens more brackets than it closes; otherwise 0."""
    lines = sources.lines(file)
    before = _line_before(lines, line) if line <= len(lines) else 0
    text = without_texts(lines[before - 1]) if before else ""
    opened, closed = (sum(map(text.count, signs)) for signs in ("([{", ")]}"))
    return before if opened > closed else 0


def without_texts(line: str) -> str:
    """Return a line with empty strings in place of its strings and its comment."""
    return _TEXTS.sub('""', line)
