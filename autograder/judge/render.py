"""Values rendered for students: boards in rows, long values shortened, control characters escaped.

A submission chooses what it returns, so nothing here may take long or raise, whatever the value.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from autograder.judge.bounded_repr import MAX_BITS, MAX_ITEMS, MAX_STRING, BoundedRepr
from autograder.judge.drawing import drawn, has_drawing
from autograder.judge.modules.handles import Handle, state_of
from autograder.safetext import printable, printable_line
from autograder.sandbox.values import Foreign

MAX_PLAIN = 400
MAX_INLINE = 40
MAX_SENTENCE = 80
MAX_PARTS = 5000
MAX_SIDE = 12


bounded = BoundedRepr()


def render_value(value: Any) -> str:
    """Render a value in as many lines as it needs: a board in rows, a list of boards one by one."""
    if type(value) is io.StringIO:
        lines = value.getvalue().rstrip("\n")
        return printable(lines if "\n" in lines else f"io.StringIO({value.getvalue()!r})")
    if not is_small(value):
        return printable(bounded.repr(value), MAX_PLAIN)
    if _has_own_str(value):
        return printable(_own_str(value))
    if is_table(value):
        return printable(_render_table(value))
    if _is_grid(value):
        return printable(_render_grid(value))
    if is_list_of_boards(value) and value:
        if is_drawn_in_lines(value):
            return printable(f"[{', '.join(map(_own_str, value))}]", MAX_PLAIN)
        boards = [_own_str(item) for item in value]
        gap = "\n" if any("\n" in board for board in boards) else " "
        items = "\n".join(f"[{i}]{gap}{board}" for i, board in enumerate(boards))
        return printable(f"a list of {len(value)}:\n{items}")
    return printable(bounded.repr(value), MAX_PLAIN)


def _is_drawn(value: object, text: str) -> bool:
    """Is the text a drawing, so that it is not Python and cannot be shown in a call?"""
    if type(value) is list:
        return bool(value) and all(map(has_drawing, value))
    return has_drawing(value) and text != bounded.repr(value)


def is_drawn_in_lines(values: Sequence[object]) -> bool:
    """Do the assignment's drawings of all these values have one line each?"""
    return all(has_drawing(value) and "\n" not in _own_str(value) for value in values)


def render_short(value: Any) -> str:
    """Render a value in one short line, for use in a sentence."""
    return printable_line(_render_cell(value) if is_small(value) else "…", MAX_SENTENCE)


def render_call(
    function: str, names: Sequence[str], arguments: Sequence[Any], keywords: Sequence[str] = ()
) -> tuple[str, dict[str, str]]:
    """Render a call as source text, and separately the arguments that are too large for it.

    In the call, these and drawings are shown as their parameters' names. The last arguments are
    passed by `keywords`.
    """
    inline, large = [], {}
    prefixes = [""] * (len(arguments) - len(keywords)) + [f"{keyword}=" for keyword in keywords]
    for i, (argument, prefix) in enumerate(zip(arguments, prefixes, strict=True)):
        text = render_value(argument)
        if "\n" in text or len(text) > MAX_INLINE or _is_drawn(argument, text):
            name = names[i] if i < len(names) else f"argument_{i + 1}"
            large[name] = text
            inline.append(f"{prefix}{name}")
        else:
            inline.append(f"{prefix}{text}")
    return f"{function}({', '.join(inline)})", large


def is_small(value: Any) -> bool:
    """Are the value and all its parts small enough for code that has no limits?"""
    waiting, parts = [value], 0
    while waiting:
        value = waiting.pop()
        parts += 1
        value = value.getvalue() if type(value) is io.StringIO else value
        kind: Any = type(value)
        if kind in (str, bytes, bytearray):
            if len(value) > MAX_STRING:
                return False
            continue
        if kind is int:
            if value.bit_length() > MAX_BITS:
                return False
            continue
        if kind is range and value[MAX_PARTS:]:
            return False
        if isinstance(value, (list, tuple, set, frozenset, dict, deque, range)):
            parts += len(value)
            inside = [*value, *value.values()] if isinstance(value, dict) else value
        else:
            inside = [getattr(value, name) for name in _field_names(kind)]
        if parts > MAX_PARTS:
            return False
        waiting.extend(inside)
    return True


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; of other types, none. All calls are rendered."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def _has_own_str(value: object) -> bool:
    """Is it drawn, or a dataclass with a `__str__`, such as a board?"""
    if has_drawing(value):
        return True
    return is_dataclass(value) and type(value).__str__ is not object.__str__


def is_list_of_boards(value: Any) -> bool:
    return type(value) is list and all(_has_own_str(item) for item in value)


def _own_str(value: object) -> str:
    if has_drawing(value):
        return drawn(value) or bounded.repr(value)
    try:
        return str(value)
    except Exception:  # A submission may have put anything into its fields.
        return bounded.repr(value)


def class_name(value: object) -> str:
    """Return the name of a value's class, as its worker knows it if the value stays there."""
    if isinstance(value, Foreign):
        return value.type_name
    return state_of(value).class_name if isinstance(value, Handle) else type(value).__name__


def is_table(value: Any) -> bool:
    return (
        type(value) is list
        and 1 < len(value) <= MAX_ITEMS
        and all(type(row) is list and 0 < len(row) <= MAX_ITEMS for row in value)
    )


def _render_table(rows: list[list[Any]]) -> str:
    """Render one row per line; in columns if all rows have the same length."""
    if len({len(row) for row in rows}) > 1:
        return "\n".join(bounded.repr(row) for row in rows)
    return _align([[_render_cell(item) for item in row] for row in rows])


def _align(cells: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )
    return "\n".join(lines)


def _is_grid(value: Any) -> bool:
    """Is it a dict with (row, column) keys, and more than one row?"""
    return (
        type(value) is dict
        and all(type(key) is tuple and len(key) == 2 for key in value)
        and all(type(i) is int and 0 <= i < MAX_SIDE for key in value for i in key)
        and len({row for row, _ in value}) > 1
    )


def _render_grid(cells: dict[tuple[int, int], Any]) -> str:
    """Render the cells in their rows and columns; missing cells are blank."""
    rows, columns = (range(max(numbers) + 1) for numbers in zip(*cells, strict=True))
    texts = {key: _render_cell(item) for key, item in cells.items()}
    return _align([[texts.get((row, column), "") for column in columns] for row in rows])


def _render_cell(item: object) -> str:
    return _own_str(item) if _has_own_str(item) else bounded.repr(item)
