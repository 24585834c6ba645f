"""Values rendered for students: boards in rows, long values shortened, control characters escaped.

A submission chooses what it returns, so nothing here may take long or raise, whatever the value.
"""

from __future__ import annotations

import io
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import zip_longest
from typing import Any

from autograder.judge.bounded_repr import MAX_BITS, MAX_ITEMS, MAX_STRING, BoundedRepr
from autograder.judge.drawing import drawn, has_drawing
from autograder.safetext import printable, printable_line

MAX_PLAIN = 400
MAX_INLINE = 40
MAX_SENTENCE = 80
MAX_PARTS = 5000
MAX_SIDE = 12


_bounded = BoundedRepr()


def render_value(value: Any) -> str:
    """Render a value in as many lines as it needs: a board in rows, a list of boards one by one."""
    if type(value) is io.StringIO:
        lines = value.getvalue().rstrip("\n")
        return printable(lines if "\n" in lines else f"io.StringIO({value.getvalue()!r})")
    if not is_small(value):
        return printable(_bounded.repr(value), MAX_PLAIN)
    if _has_own_str(value):
        return printable(_own_str(value))
    if _is_table(value):
        return printable(_render_table(value))
    if _is_grid(value):
        return printable(_render_grid(value))
    if _is_list_of_boards(value) and value:
        if _is_drawn_in_lines(value):
            return printable(f"[{', '.join(map(_own_str, value))}]", MAX_PLAIN)
        boards = [_own_str(item) for item in value]
        gap = "\n" if any("\n" in board for board in boards) else " "
        items = "\n".join(f"[{i}]{gap}{board}" for i, board in enumerate(boards))
        return printable(f"a list of {len(value)}:\n{items}")
    return printable(_bounded.repr(value), MAX_PLAIN)


def _is_drawn(value: object, text: str) -> bool:
    """Is the text a drawing, so that it is not Python and cannot be shown in a call?"""
    if type(value) is list:
        return bool(value) and all(map(has_drawing, value))
    return has_drawing(value) and text != _bounded.repr(value)


def _is_drawn_in_lines(values: Sequence[object]) -> bool:
    """Do the assignment's drawings of all these values have one line each?"""
    return all(has_drawing(value) and "\n" not in _own_str(value) for value in values)


def render_short(value: Any) -> str:
    """Render a value in one short line, for use in a sentence."""
    return printable_line(_render_cell(value) if is_small(value) else "…", MAX_SENTENCE)


def render_pair(one: Any, other: Any) -> tuple[str, str]:
    """Render two values that differ; of two lists of boards, the first boards that differ.

    Where both look the same, render the first parts that differ, with their types. Of two lists
    that are too long to show, render the items that only one of them has, if these are few.
    """
    if (few := _items_of_one_only(one, other)) is not None:
        return few
    are_boards = _is_list_of_boards(one) and _is_list_of_boards(other) and one and other
    if are_boards and not all(is_small(each) and _is_drawn_in_lines(each) for each in (one, other)):
        pairs = enumerate(zip_longest(one, other))
        first = next((i for i, (left, right) in pairs if left != right), 0)
        rendered = _render_item(one, first), _render_item(other, first)
    else:
        rendered = render_value(one), render_value(other)
    return rendered if rendered[0] != rendered[1] else _render_parts(one, other, "")


def _items_of_one_only(one: Any, other: Any) -> tuple[str, str] | None:
    """Render two long lists by the items that the other one lacks; None if most items differ."""
    if not (type(one) is type(other) is list and is_small(one) and is_small(other)):
        return None
    texts = render_value(one), render_value(other)
    if any("\n" in text for text in texts) or max(map(len, texts)) <= MAX_PLAIN:
        return None
    left, right = Counter(map(repr, one)), Counter(map(repr, other))
    if left == right or 2 * (left & right).total() < max(len(one), len(other)):
        return None
    return _with_surplus(one, left - right), _with_surplus(other, right - left)


def _with_surplus(values: list[Any], surplus: Counter[str]) -> str:
    """Render the length of a list, and the items that only this one has."""
    left = surplus.copy()
    items = []
    for value in values:
        if left[repr(value)] > 0:
            left[repr(value)] -= 1
            items.append(value)
    only = f", {len(items)} of them only here: {render_value(items)}" if items else ""
    return f"a list of {len(values)}{only}"


def _render_parts(one: Any, other: Any, path: str) -> tuple[str, str]:
    if type(one) is type(other) is list:
        for i, (left, right) in enumerate(zip(one, other, strict=False)):
            if left != right:
                return _render_parts(left, right, f"{path}[{i}]")
        if len(one) != len(other):
            return f"a list of {len(one)}", f"a list of {len(other)}"
    if type(one) is type(other) and is_dataclass(one):
        for field in fields(one):
            left, right = getattr(one, field.name), getattr(other, field.name)
            if left != right and type(left) is list:
                return _render_parts(left, right, f"{path}.{field.name}")
    where = f"{path}: " if path else ""
    left, right = (f"{where}{_class_name(value)} {_bounded.repr(value)}" for value in (one, other))
    return printable(left, MAX_PLAIN), printable(right, MAX_PLAIN)


def _class_name(value: object) -> str:
    """Return the name of a value's class; that of a student's object is known in its worker."""
    return str(getattr(value, "_class_name", type(value).__name__))


def _render_item(values: list[Any], index: int) -> str:
    if index >= len(values):
        return f"a list of {len(values)}"
    return f"[{index}] of a list of {len(values)}:\n{render_value(values[index])}"


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


def _is_list_of_boards(value: Any) -> bool:
    return type(value) is list and all(_has_own_str(item) for item in value)


def _own_str(value: object) -> str:
    if has_drawing(value):
        return drawn(value) or _bounded.repr(value)
    try:
        return str(value)
    except Exception:  # A submission may have put anything into its fields.
        return _bounded.repr(value)


def _is_table(value: Any) -> bool:
    return (
        type(value) is list
        and 1 < len(value) <= MAX_ITEMS
        and all(type(row) is list and 0 < len(row) <= MAX_ITEMS for row in value)
    )


def _render_table(rows: list[list[Any]]) -> str:
    """Render one row per line; in columns if all rows have the same length."""
    if len({len(row) for row in rows}) > 1:
        return "\n".join(_bounded.repr(row) for row in rows)
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
    return _own_str(item) if _has_own_str(item) else _bounded.repr(item)
