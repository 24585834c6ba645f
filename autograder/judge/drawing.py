"""Values as a student reads them: boards drawn, long things shortened, nothing that a terminal
would obey.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass
from itertools import zip_longest
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
    if value and _is_list_of_drawings(value):
        boards = "\n".join(f"[{i}]\n{_own_drawing(item)}" for i, item in enumerate(value))
        return printable(f"a list of {len(value)}:\n{boards}")
    return printable(repr(value))


def draw_two(one: Any, other: Any) -> tuple[str, str]:
    """Two values that differ. Of two lists of boards, the first boards that differ."""
    if not (_is_list_of_drawings(one) and _is_list_of_drawings(other)):
        return draw(one), draw(other)
    pairs = enumerate(zip_longest(one, other))
    first = next((i for i, (left, right) in pairs if left != right), 0)
    return _item(one, first), _item(other, first)


def _item(values: list[Any], index: int) -> str:
    if index >= len(values):
        return f"a list of {len(values)}"
    return printable(f"[{index}] of a list of {len(values)}:\n{_own_drawing(values[index])}")


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


def _is_list_of_drawings(value: Any) -> bool:
    return type(value) is list and all(_draws_itself(item) for item in value)


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
