"""Untrusted text made safe to show: no control characters, no lone surrogates, bounded length."""

from __future__ import annotations

import re
import unicodedata

from autograder.sentences import counted

MAX_PRINTABLE = 3000
MAX_LINE = 200
MAX_ENDING = 40
"""The length of what shortened text ends with."""
MAX_EXCERPT = 20


def escape(text: str, keep: str = "") -> str:
    """Replace unprintable characters, except those in `keep`, with their Python escapes."""
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def printable(text: str, limit: int = MAX_PRINTABLE) -> str:
    """Escape text of several lines and shorten it to `limit` characters."""
    return shortened(escape(text[:limit].expandtabs(4), keep="\n") + text[limit:], limit)


def shortened(text: str, limit: int) -> str:
    """Return a text up to so many characters, and how many more there are."""
    left = len(text) - limit
    return text if left <= 0 else f"{text[:limit]}… ({counted(left, 'more character')})"


def printable_line(text: str, limit: int = MAX_LINE) -> str:
    """Escape text into one line and shorten it to `limit` characters."""
    return printable(text, limit).replace("\n", "\\n")


def sanitized(text: str, limit: int = MAX_LINE, *, lines: bool = False) -> str:
    """Escape and shorten text, into one line unless it may have several; keep what is safe."""
    text = text if lines else text.replace("\n", "\\n")
    if len(text) <= limit + MAX_ENDING and text.replace("\n", "").isprintable():
        return text
    return printable(text, limit)


def last_line(message: str) -> str:
    """Return the last line of a message, which names the error if that is a traceback."""
    return message.strip().rpartition("\n")[2]


def excerpt(text: str) -> str:
    """Return the beginning of a token, to quote it in a message about a faulty file."""
    return escape(text if len(text) <= MAX_EXCERPT else text[:MAX_EXCERPT] + "...")


def odd_letter(name: str) -> str:
    """Say which letter of a name only looks like a Latin one; nothing if there is none."""
    for char in name if re.search("[A-Za-z]", name) else "":
        kind = unicodedata.name(char, "")
        if "LETTER" in kind and not kind.startswith("LATIN"):
            return f" ({char} is a {kind.lower()})"
    return ""
