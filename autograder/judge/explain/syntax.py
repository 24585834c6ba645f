"""Syntax errors: the lines around one, and mistakes that Python calls only invalid syntax."""

from __future__ import annotations

import keyword
import re

from autograder.judge.explain.names import similar_name
from autograder.judge.sources import Sources

MAX_COLUMN = 100
_BEGINNINGS = (
    *("class", "def", "elif", "else", "except", "finally", "for", "from", "global", "if"),
    *("import", "return", "try", "while", "with"),
)
"""The keywords that begin a line and are followed by something."""


def excerpt_with_caret(sources: Sources, file: str, line: int, column: int) -> str:
    """Return a line of a file with the one before it, and a caret below the column.

    Columns are counted from 1. Empty if the file has no such line.
    """
    lines = sources.lines(file)
    if not 0 < line <= len(lines):
        return ""
    before = next((n for n in range(line - 1, 0, -1) if lines[n - 1].strip()), line)
    width = len(str(line))
    shown = [
        f"  {number:>{width}} | {lines[number - 1].expandtabs(4).rstrip()[:MAX_COLUMN]}"
        for number in sorted({before, line})
    ]
    if 0 < column <= min(len(lines[line - 1]) + 1, MAX_COLUMN):
        indent = len(lines[line - 1][: column - 1].expandtabs(4))
        shown.append(f"  {' ' * width} | {' ' * indent}^")
    return "\n".join(text.rstrip() for text in shown)


def syntax_hint(message: str, line: str) -> str:
    """Return what may be meant where Python reports a syntax error; empty without an idea."""
    if message.startswith(("invalid character", "invalid non-printable character")):
        return "was this pasted from a document? Delete the character and type it again"
    if line.lstrip().startswith((">>> ", "... ")):
        return f"`{line.lstrip()[:3]}` is the prompt of the interactive Python: delete it"
    if re.match(r"\s*(\$|%|>|PS [A-Z]:.*>|[A-Z]:\\.*>) *(python\d?|py|pip) ", line):
        return "this is a command for the terminal: delete the line"
    if line.lstrip().startswith("```"):
        return "``` marks code in a chat or a document: delete the line"
    if changed := re.search(r"(\w+)(\+\+|--)\s*$", line):
        sign = changed[2][0]
        return f"Python has no `{changed[2]}`: write `{changed[1]} {sign}= 1`"
    if "tabs and spaces" in message:
        return "indent each line with spaces, none with a tab"
    if re.match(r"\s*(else if|elseif|elsif)\b", line):
        return "it is written `elif` in Python"
    word = re.match(r"\s*([A-Za-z]{2,20})(?=:|\s+[\w\"'([{])", line)
    if message != "invalid syntax" or not word or keyword.iskeyword(word[1]):
        return ""
    meant = similar_name(word[1], _BEGINNINGS)  # Python 3.14 already suggests one.
    return f"did you mean `{meant}`?" if meant else ""
