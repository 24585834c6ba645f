"""Values as a student reads them: boards drawn, long things shortened, nothing that a terminal
would obey.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import Any

MAX_TEXT = 3000
MAX_INLINE = 40


def printable(text: str, most: int = MAX_TEXT) -> str:
    """Make a submission's text safe to show: no control characters, no half characters, bounded."""
    kept = "".join(
        char if char.isprintable() or char == "\n" else _escaped(char)
        for char in text[:most].expandtabs(4)
    )
    left = len(text) - most
    return f"{kept}… ({left:,} more characters)" if left > 0 else kept


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def draw(value: Any) -> str:
    """A value in as many lines as it needs: a board in rows, a list of boards one by one."""
    if _draws_itself(value):
        return printable(_own_drawing(value))
    if _is_table(value):
        return printable(_table(value))
    if type(value) is list and value and all(_draws_itself(item) for item in value):
        boards = "\n".join(f"[{i}]\n{_own_drawing(item)}" for i, item in enumerate(value))
        return printable(f"a list of {len(value)}:\n{boards}")
    return printable(repr(value))


def draw_call(
    function: str, names: Sequence[str], arguments: Sequence[Any]
) -> tuple[str, dict[str, str]]:
    """A call as source text, and drawings of those arguments that are too large to stand in it."""
    inline, drawn = [], {}
    for i, argument in enumerate(arguments):
        text = draw(argument)
        if "\n" in text or len(text) > MAX_INLINE:
            name = names[i] if i < len(names) else f"argument_{i + 1}"
            drawn[name] = text
            inline.append(name)
        else:
            inline.append(text)
    return f"{function}({', '.join(inline)})", drawn


def _draws_itself(value: object) -> bool:
    return is_dataclass(value) and type(value).__str__ is not object.__str__


def _own_drawing(value: object) -> str:
    """The drawing of a dataclass that crossed, whose fields may hold anything at all."""
    try:
        return str(value)
    except Exception:
        return repr(value)


def _is_table(value: object) -> bool:
    return (
        type(value) is list and len(value) > 1 and all(type(row) is list and row for row in value)
    )


def _table(rows: list[list[Any]]) -> str:
    """Rows one a line; where all are of one length, in columns."""
    cells = [
        [_own_drawing(item) if _draws_itself(item) else repr(item) for item in row] for row in rows
    ]
    if len({len(row) for row in rows}) > 1:
        return "\n".join(repr(row) for row in rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )
    return "\n".join(lines)
