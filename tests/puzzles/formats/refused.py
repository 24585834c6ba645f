"""The check shared by the tests of bad input: the whole message, its line and its column."""

from __future__ import annotations

import re

import pytest

from autograder.puzzles.formats import FormatError, read

DIGITS = "1" * 5000
SHOWN_DIGITS = "1" * 20 + "..."

_PLACE = re.compile(r"(?:line ([0-9]+)(?:, column ([0-9]+))?: )?")


def check_refused(name: str, text: str, message: str) -> None:
    """Reading the text fails with this message; blank lines above move its line accordingly."""
    assert _error(name, text) == (message, *_place(message))
    if text:
        line, column = _place(message)
        assert _error(name, f"\n  \n{text}")[1:] == (line and line + 2, column)


def _error(name: str, text: str) -> tuple[str, int | None, int | None]:
    with pytest.raises(FormatError) as error:
        read(text, name)
    return str(error.value), error.value.line, error.value.column


def _place(message: str) -> tuple[int | None, int | None]:
    match = _PLACE.match(message)
    assert match
    line, column = (int(number) if number else None for number in match.groups())
    return line, column
