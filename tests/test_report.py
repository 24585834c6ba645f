"""Text of a submission is made printable where it becomes part of a report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.report import Detail, Place
from autograder.safetext import MAX_PRINTABLE, printable

ESCAPE = "\x1b[2J"
ESCAPED = r"\x1b[2J"


def test_texts_of_a_detail() -> None:
    text = f"{ESCAPE}\nend"
    place = Place(text, 1, text, text, {text: text})
    detail = Detail(text, text, {text: text}, text, text, text, place, text)
    line = rf"{ESCAPED}\nend"
    assert (detail.message, detail.place) == (line, Place(line, 1, line, line, {line: line}))
    lines = f"{ESCAPED}\nend"
    shown = (detail.call, detail.returned, detail.expected, detail.difference, detail.printed)
    assert set(shown) == {lines}
    assert detail.arguments == {lines.replace("\n", r"\n"): lines}


def test_long_texts_are_shortened_once() -> None:
    detail = Detail("x" * MAX_PRINTABLE * 2, returned="\x00\n" * MAX_PRINTABLE)
    assert detail.message.endswith("… (3,000 more characters)")
    assert detail.returned.endswith(" more characters)")
    assert replace(detail, call="f(1)") == replace(detail, call="f(1)", returned=detail.returned)
    assert replace(detail) == detail


PRINTABLE = {
    "left alone": ("héllo ✓\nx", "héllo ✓\nx"),
    "escape sequence": ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
    "carriage return": ("good\rbad", r"good\rbad"),
    "unpaired surrogate": ("\ud800", r"\ud800"),
    "text direction": ("\u202eabc", r"\u202eabc"),
    "tab": ("a\tb", "a   b"),
    "too long": ("x" * 20, "xxxxxxxxxx… (10 more characters)"),
    "one too long": ("x" * 11, "xxxxxxxxxx… (1 more character)"),
    "too long once escaped": ("xx\x1b\x1b\x1b", r"xx\x1b\x1b… (4 more characters)"),
}


@pytest.mark.parametrize(("text", "shown"), PRINTABLE.values(), ids=PRINTABLE)
def test_printable(text: str, shown: str) -> None:
    assert printable(text, 10 if text.startswith("xx") else 100) == shown
    printable(text).encode("utf-8")
