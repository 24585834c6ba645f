"""Syntax errors: the lines around one, and mistakes that Python calls only invalid syntax."""

from __future__ import annotations

import keyword
import re
import unicodedata

from autograder.judge.explain.names import similar_name
from autograder.judge.sources import Sources

MAX_COLUMN = 100
MAX_BLANK_LINES = 3
_TEXTS = re.compile(r"""(["'])(\\.?|(?!\1)[^\\])*(\1|$)|#.*""")
"""The strings and the comment of a line."""
_TYPED = {
    "DOUBLE .*QUOTATION MARK": '"',
    "SINGLE .*QUOTATION MARK": "'",
    "DASH|HYPHEN|MINUS": "-",
    "MULTIPLICATION SIGN": "*",
    "DIVISION SIGN": "/",
    "LESS-THAN OR EQUAL TO": "<=",
    "GREATER-THAN OR EQUAL TO": ">=",
    "NOT EQUAL TO": "!=",
}
"""What to type instead of characters that word processors make, by their names in Unicode."""
_KEYWORDS = (
    *("break", "class", "continue", "def", "elif", "else", "except", "finally", "for", "from"),
    *("global", "if", "import", "pass", "raise", "return", "try", "while", "with"),
)
"""Those that begin a line."""
_NOT_PYTHON = {
    r"\s*(\} *)?else if\b": "`else if` is written `elif` in Python",
    r"\s*els(e|)if\b": "it is written `elif` in Python",
    r".*&&": "`&&` is written `and` in Python",
    r".*\|\|": "`||` is written `or` in Python",
    r".*\+\+": "`++` is written `+= 1` in Python",
    r"(<{7}|={7}|>{7})( |$)": "git leaves such lines where two versions differ: keep one version, "
    "and remove the lines that begin with <<<<<<<, ======= and >>>>>>>",
    r"\s*(%%?|!)[a-z]": "only notebooks have commands such as %matplotlib and !pip: remove it",
    r"\s*>>>": "`>>>` is the interpreter's prompt, not a part of the program: remove it",
    r"\s*```": "``` marks code in a document; it is not a part of the program: remove it",
}
_INVALID_CHARACTER = re.compile(
    r"invalid (?:non-printable )?character .*U\+(10[0-9A-F]{4}|[0-9A-F]{4,5})\b"
)


def excerpt_with_caret(sources: Sources, file: str, line: int, column: int) -> str:
    """Return a line of a file with the one before it, and a caret below the column.

    Columns are counted from 1. Empty if the file has no such line.
    """
    lines = sources.lines(file)
    if not 0 < line <= len(lines):
        return ""
    first = max(0, line - 2 - MAX_BLANK_LINES)
    before = next((n for n in range(line - 1, first, -1) if lines[n - 1].strip()), 0)
    width = len(str(line))
    shown = [
        f"  {number:>{width}} | {lines[number - 1].expandtabs(4).rstrip()[:MAX_COLUMN]}"
        for number in (before, line)
        if number
    ]
    if 0 < column <= min(len(lines[line - 1]) + 1, MAX_COLUMN):
        indent = len(lines[line - 1][: column - 1].expandtabs(4))
        shown.append(f"  {' ' * width} | {' ' * indent}^")
    return "\n".join(text.rstrip() for text in shown)


def syntax_hint(message: str, line: str) -> str:
    """Return what may be meant where Python reports a syntax error; empty without an idea."""
    if match := _INVALID_CHARACTER.match(message):
        return _typed(chr(int(match[1], 16)))
    if "tabs and spaces" in message:
        return "indent each line with spaces, none with a tab"
    if "Did you mean" in message or "Maybe you meant" in message:
        return ""
    code = _TEXTS.sub('""', line)
    for pattern, hint in _NOT_PYTHON.items():
        if re.match(pattern, code):
            return hint
    word = re.match(r"\s*([A-Za-z]{2,20})(?=:|\s+[\w\"'([{])", line)
    if "invalid syntax" not in message or not word or keyword.iskeyword(word[1]):
        return ""
    meant = similar_name(word[1], _KEYWORDS)
    return f"did you mean `{meant}`?" if meant else ""


def _typed(character: str) -> str:
    """Return how to correct a character that is not on a keyboard, or "" if it is unknown."""
    pasted = "was this pasted from a document?"
    if unicodedata.category(character) in ("Zs", "Cf"):
        return f"{pasted} This is a special space: delete it and type a space"
    name = unicodedata.name(character, "")
    typed = next((typed for pattern, typed in _TYPED.items() if re.search(pattern, name)), "")
    return f"{pasted} Type {typed} instead" if typed else ""
