"""Values as a student reads them: boards drawn, long things shortened, nothing that a terminal
would obey.

A submission chooses what it gives back, so nothing here may take long or raise, whatever it is.
"""

from __future__ import annotations

import io
import reprlib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

from autograder.safetext import printable

MAX_PLAIN = 400
MAX_INLINE = 40
MAX_ITEMS = 60
MAX_WORD = 200
MAX_BITS = 200
MAX_PARTS = 5000
MAX_SIDE = 12


class _Shortened(reprlib.Repr):
    """`repr`, but of bounded length and time."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = MAX_ITEMS
        self.maxstring = self.maxother = MAX_WORD

    def repr_int(self, value: int, level: int) -> str:  # noqa: ARG002 - the base class has it
        bits = value.bit_length()
        return str(value) if bits <= MAX_BITS else f"<an integer of {bits} bits>"

    def repr_instance(self, value: Any, level: int) -> str:
        made_by_dataclass = hasattr(type(value).__repr__, "__wrapped__")
        if not is_dataclass(value) or not made_by_dataclass or level <= 0:
            return super().repr_instance(value, level)
        own = (f"{field.name}={self._field(value, field.name, level)}" for field in fields(value))
        return f"{type(value).__name__}({', '.join(own)})"

    def _field(self, value: object, name: str, level: int) -> str:
        return self.repr1(getattr(value, name), level - 1)


_shortened = _Shortened()


def draw(value: Any) -> str:
    """A value in as many lines as it needs: a board in rows, a list of boards one by one."""
    if type(value) is io.StringIO:
        lines = value.getvalue().rstrip("\n")
        return printable(lines if "\n" in lines else f"io.StringIO({value.getvalue()!r})")
    if not _is_modest(value):
        return printable(_shortened.repr(value), MAX_PLAIN)
    if _draws_itself(value):
        return printable(_own_drawing(value))
    if _is_table(value):
        return printable(_table(value))
    if _is_grid(value):
        return printable(_grid(value))
    if value and _is_list_of_drawings(value):
        drawn = [_own_drawing(item) for item in value]
        gap = "\n" if any("\n" in item for item in drawn) else " "
        items = "\n".join(f"[{i}]{gap}{item}" for i, item in enumerate(drawn))
        return printable(f"a list of {len(value)}:\n{items}")
    return printable(_shortened.repr(value), MAX_PLAIN)


def draw_two(one: Any, other: Any) -> tuple[str, str]:
    """Two values that differ. Of two lists of boards, the first boards that differ.

    Where that looks the same, the first parts that differ, and of what kind they are.
    """
    if one and other and _is_list_of_drawings(one) and _is_list_of_drawings(other):
        pairs = enumerate(zip_longest(one, other))
        first = next((i for i, (left, right) in pairs if left != right), 0)
        drawn = _item(one, first), _item(other, first)
    else:
        drawn = draw(one), draw(other)
    return drawn if drawn[0] != drawn[1] else _parts(one, other, "")


def _parts(one: Any, other: Any, path: str) -> tuple[str, str]:
    if type(one) is type(other) is list:
        for i, (left, right) in enumerate(zip(one, other, strict=False)):
            if left != right:
                return _parts(left, right, f"{path}[{i}]")
        if len(one) != len(other):
            return f"a list of {len(one)}", f"a list of {len(other)}"
    if type(one) is type(other) and is_dataclass(one):
        for field in fields(one):
            left, right = getattr(one, field.name), getattr(other, field.name)
            if left != right and type(left) is list:
                return _parts(left, right, f"{path}.{field.name}")
    where = f"{path}: " if path else ""
    left, right = (
        f"{where}{type(value).__name__} {_shortened.repr(value)}" for value in (one, other)
    )
    return printable(left, MAX_PLAIN), printable(right, MAX_PLAIN)


def _item(values: list[Any], index: int) -> str:
    if index >= len(values):
        return f"a list of {len(values)}"
    return f"[{index}] of a list of {len(values)}:\n{draw(values[index])}"


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


def _is_modest(value: Any) -> bool:
    """Is it small enough, in all its parts, to be drawn by code that takes no care?"""
    waiting, parts = [value], 0
    while waiting:
        value = waiting.pop()
        parts += 1
        if type(value) is str and len(value) > MAX_WORD:
            return False
        if type(value) is int and value.bit_length() > MAX_BITS:
            return False
        if type(value) in (list, tuple, set, frozenset, dict):
            parts += len(value)
            inside = [*value, *value.values()] if type(value) is dict else value
        elif is_dataclass(value):
            inside = [getattr(value, field.name) for field in fields(value)]
        else:
            continue
        if parts > MAX_PARTS:
            return False
        waiting.extend(inside)
    return True


def _draws_itself(value: object) -> bool:
    return is_dataclass(value) and type(value).__str__ is not object.__str__


def _is_list_of_drawings(value: Any) -> bool:
    return type(value) is list and all(_draws_itself(item) for item in value)


def _own_drawing(value: object) -> str:
    """The drawing of a dataclass that crossed, whose fields may hold anything at all."""
    try:
        return str(value)
    except Exception:  # A submission may have put anything into its fields.
        return _shortened.repr(value)


def _is_table(value: Any) -> bool:
    return (
        type(value) is list
        and 1 < len(value) <= MAX_ITEMS
        and all(type(row) is list and 0 < len(row) <= MAX_ITEMS for row in value)
    )


def _table(rows: list[list[Any]]) -> str:
    """Rows one a line; where all are of one length, in columns."""
    if len({len(row) for row in rows}) > 1:
        return "\n".join(_shortened.repr(row) for row in rows)
    return _in_columns([[_cell(item) for item in row] for row in rows])


def _in_columns(cells: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )
    return "\n".join(lines)


def _is_grid(value: Any) -> bool:
    """Is it a dict from (row, column), with more than one row?"""
    return (
        type(value) is dict
        and all(type(key) is tuple and len(key) == 2 for key in value)
        and all(type(i) is int and 0 <= i < MAX_SIDE for key in value for i in key)
        and len({row for row, _ in value}) > 1
    )


def _grid(cells: dict[tuple[int, int], Any]) -> str:
    """The cells in rows and columns, which they name themselves; nothing where there is none."""
    rows, columns = (range(max(numbers) + 1) for numbers in zip(*cells, strict=True))
    texts = {key: _cell(item) for key, item in cells.items()}
    lines = [[texts.get((row, column), "") for column in columns] for row in rows]
    return _in_columns(lines)


def _cell(item: object) -> str:
    return _own_drawing(item) if _draws_itself(item) else _shortened.repr(item)
