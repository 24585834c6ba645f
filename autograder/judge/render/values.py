"""Values rendered for students: boards in rows, long values shortened.

A submission chooses what it returns, so nothing here may take long or raise, whatever the value.
An assignment shows values of its own types by the function `draw` of its `types` file. That gets a
copy, and the time that an explanation may take; nothing but a message depends on it.
"""

from __future__ import annotations

import copy
import importlib
import io
import reprlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from autograder.judge.modules.handles import Forwarding, Handle, state_of
from autograder.safetext import shortened
from autograder.sandbox.values import Placeholder, field_names, is_named_tuple, types_of

WIDTH, LINES = 400, 100
"""Of a value that stands on its own."""
SENTENCE = 100
"""The width of a value in a sentence."""
MAX_INLINE = 40
MAX_ITEMS = 60
MAX_STRING = 200
MAX_DIGITS = 160
MAX_SHORT_BITS = 4 * MAX_DIGITS
MAX_PARTS = 5000
MAX_SIDE = 12
_drawings: dict[type, Callable[[Any], object]] = {}
"""For each type of the assignment being graded, the function that draws its values."""


def use_drawings(module: str) -> None:
    """From now on, draw values of a module's types with its function `draw`, if it has one."""
    draw = getattr(importlib.import_module(module), "draw", None) if module else None
    _drawings.clear()
    if callable(draw):
        _drawings.update(dict.fromkeys(types_of(module), draw))


def has_drawing(value: object) -> bool:
    return type(value) in _drawings


def render(value: Any, lines: int = LINES, width: int = WIDTH) -> str:
    """Render a value: in several lines what is a board, a table, or a list of boards.

    What takes one line is shortened to `width` characters.
    """
    small = is_small(value)
    rows = _rows(value) if small or type(value) is io.StringIO else []
    if min(lines, len(rows)) > 1:
        return "\n".join(rows[:lines])
    text = _cell(value) if small else plain(value)
    if small and _has_own_str(value) and lines > 1:
        return text
    text = text.replace("\n", "\\n") if lines == 1 else text
    is_long = type(value) in (list, tuple, set, dict) and len(text) > width
    return f"{text[:width]}… ({len(value)} items)" if is_long else shortened(text, width)


def render_short(value: Any) -> str:
    """Render a value for use in a sentence."""
    return render(value, lines=1, width=SENTENCE)


def render_call(
    function: str, names: Sequence[str], arguments: Sequence[Any], keywords: Sequence[str] = ()
) -> tuple[str, dict[str, str]]:
    """Render a call as source text, and separately the arguments that are too large for it.

    In the call, these and what is not shown as Python are their parameters' names. The last
    arguments are passed by `keywords`.
    """
    inline, large = [], {}
    prefixes = [""] * (len(arguments) - len(keywords)) + [f"{keyword}=" for keyword in keywords]
    for i, (argument, prefix) in enumerate(zip(arguments, prefixes, strict=True)):
        text = render(argument)
        is_drawn = any(map(has_drawing, argument if type(argument) is list else [argument]))
        is_python = not is_drawn or text == plain(argument)
        if "\n" in text or len(text) > MAX_INLINE or not is_python:
            name = names[i] if i < len(names) else f"argument_{i + 1}"
            large[name] = text
            text = name
        inline.append(f"{prefix}{text}")
    return f"{function}({', '.join(inline)})", large


def labelled(label: str, text: str) -> str:
    """Return a label and a text, which begins on its own line if it has several."""
    return f"{label}:\n{text}" if "\n" in text else f"{label}: {text}"


def class_name(value: object) -> str:
    """Return the name of a value's class, as its worker knows it if the value stays there."""
    if isinstance(value, Placeholder):
        return value.type_name
    return state_of(value).class_name if isinstance(value, Handle) else type(value).__name__


def is_small(value: Any) -> bool:
    """Are the value and all its parts small enough for code that has no limits?"""
    waiting, parts = [value], 0
    while waiting:
        value = waiting.pop()
        kind: Any = type(value)
        inside: Sequence[Any] = ()
        if kind in (str, bytes, bytearray, io.StringIO):
            if len(value.getvalue() if kind is io.StringIO else value) > MAX_STRING:
                return False
        elif kind is range:
            parts += len(value[: MAX_PARTS + 1])
        elif issubclass(kind, Handle):  # It may claim to be a list.
            pass
        elif isinstance(value, (list, tuple, set, frozenset, dict, deque)):
            if len(value) > MAX_PARTS:
                return False
            inside = [*value, *value.values()] if isinstance(value, dict) else [*value]
        elif kind is not int:
            inside = [getattr(value, name) for name in _fields(kind)]
        elif value.bit_length() > MAX_SHORT_BITS:
            return False
        parts += 1 + len(inside)
        if parts > MAX_PARTS:
            return False
        waiting.extend(inside)
    return True


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; of other types, none. All calls are rendered."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def _rows(value: Any) -> list[str]:
    """Return the lines of a stream, a table, a grid or a list of boards; of others, none."""
    if type(value) is io.StringIO:
        return str(value.getvalue()).rstrip("\n").split("\n")
    if is_table(value):
        if len({len(row) for row in value}) > 1:
            return [plain(row) for row in value] if len(plain(value)) > MAX_INLINE else []
        return _aligned([[_cell(item) for item in row] for row in value])
    if _is_grid(value):
        rows, columns = (range(max(numbers) + 1) for numbers in zip(*value, strict=True))
        cells = {key: _cell(item) for key, item in value.items()}
        return _aligned([[cells.get((row, column), "") for column in columns] for row in rows])
    if is_list_of_boards(value):
        boards = [_own_str(item) for item in value]
        gap = "\n" if any("\n" in board for board in boards) else " "
        items = "\n".join(f"[{i}]{gap}{board}" for i, board in enumerate(boards))
        return [f"a list of {len(value)}:", *items.split("\n")]
    return []


def _cell(item: object) -> str:
    if type(item) is list and item and all(map(_has_own_str, item)):
        return f"[{', '.join(map(_own_str, item))}]"
    return _own_str(item) if _has_own_str(item) else plain(item)


def _has_own_str(value: object) -> bool:
    """Return whether a value is drawn, or a dataclass with a `__str__`, such as a board."""
    if has_drawing(value):
        return True
    return is_dataclass(value) and type(value).__str__ is not object.__str__


def _own_str(value: object) -> str:
    """Return the text that `draw` has for a value, or else its class."""
    try:
        text = _drawings[type(value)](copy.deepcopy(value)) if has_drawing(value) else str(value)
    except (
        Exception,
        SystemExit,
    ):  # A mistake in `draw` costs no marks; a field may hold anything.
        return plain(value)
    return text if text and type(text) is str else plain(value)


def is_list_of_boards(value: Any) -> bool:
    """Return whether a value is a list of drawn objects; drawings of one line share a line."""
    if type(value) is not list or not value or not all(map(_has_own_str, value)):
        return False
    return not all(has_drawing(item) and "\n" not in _own_str(item) for item in value)


def is_table(value: Any) -> bool:
    return (
        type(value) is list
        and 1 < len(value) <= MAX_ITEMS
        and all(type(row) is list and 0 < len(row) <= MAX_ITEMS for row in value)
    )


def _is_grid(value: Any) -> bool:
    """Return whether a value is a dict with (row, column) keys, and more than one row."""
    return (
        type(value) is dict
        and all(type(key) is tuple and len(key) == 2 for key in value)
        and all(type(i) is int and 0 <= i < MAX_SIDE for key in value for i in key)
        and len({row for row, _ in value}) > 1
    )


def _aligned(cells: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _number(value: int) -> str:
    """Render a whole number; of a long one, the first and last digits and how many there are."""
    try:
        text = str(value)
    except ValueError:  # Python writes no more than 4300 digits: that could take seconds.
        return f"<an integer of {value.bit_length()} bits>"
    digits, half = len(text.lstrip("-")), MAX_DIGITS // 2
    if digits <= MAX_DIGITS:
        return text
    return f"{text[: half - digits]}…{text[-half:]} ({digits} digits)"


class _BoundedRepr(reprlib.Repr):
    """`repr` of any value, with a bounded length and running time."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = MAX_ITEMS
        self.maxdeque = MAX_ITEMS
        self.maxstring = self.maxother = MAX_STRING

    def repr1(self, x: Any, level: int) -> str:
        is_stand_in = isinstance(x, Forwarding)  # Types are known by name: functions, for one.
        return self.repr_instance(x, level) if is_stand_in else super().repr1(x, level)

    def repr_int(self, value: int, level: int) -> str:  # noqa: ARG002 - the base class has it
        return _number(value)

    def repr_StringIO(self, value: io.StringIO, level: int) -> str:  # noqa: N802 - its name
        return f"io.StringIO({self.repr_str(value.getvalue(), level)})"

    def repr_function(self, value: Any, level: int) -> str:  # noqa: ARG002 - as above
        return str(value.__name__)

    repr_builtin_function_or_method = repr_type = repr_function

    def repr_instance(self, value: Any, level: int) -> str:
        if isinstance(value, Handle):
            return state_of(value).shown
        if isinstance(value, Enum) and value.name:
            return f"{type(value).__name__}.{value.name}"
        kind = type(value)
        made_by_dataclass = is_dataclass(kind) and hasattr(kind.__repr__, "__wrapped__")
        if level <= 0 or not (made_by_dataclass or is_named_tuple(kind)):
            return super().repr_instance(value, level)
        texts = (f"{n}={self.repr1(getattr(value, n), level - 1)}" for n in field_names(kind))
        return f"{kind.__name__}({', '.join(texts)})"


plain = _BoundedRepr().repr
"""Renders a value of any size in one line, without drawings."""
