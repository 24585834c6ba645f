"""Text files that authors write, in whatever editor: one way to read all of them."""

from __future__ import annotations

import codecs
from pathlib import Path

KIT = Path(__file__).resolve().parents[1]
"""The folder of this package: a kit in a checkout, without assignments where it is installed."""


class AssignmentError(Exception):
    """An assignment does not exist or cannot be used; the message is one line for its author."""


def kit_text(path: Path) -> str:
    """Return the text of a file of a kit; see `decoded`.

    Raises:
        AssignmentError: it is not text.
    """
    try:
        return decoded(path.read_bytes())
    except UnicodeDecodeError:
        raise AssignmentError(f"{path}: not UTF-8 text; save it as UTF-8") from None


def decoded(content: bytes, errors: str = "strict") -> str:
    """Return a text in UTF-8, or with a byte order mark in UTF-16, as PowerShell writes it.

    The mark is no part of the text, and lines end with a line feed.
    """
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = content.decode("utf-16" if is_wide else "utf-8-sig", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")
