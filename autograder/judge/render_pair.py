"""Two values that differ, rendered so that the difference shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

from autograder.judge.render import (
    MAX_PLAIN,
    bounded,
    class_name,
    is_drawn_in_lines,
    is_list_of_boards,
    is_small,
    is_table,
    render_value,
)
from autograder.safetext import printable

LAST_DIGITS = 12


def render_pair(one: Any, other: Any) -> tuple[str, str]:
    """Render two values that differ; of two lists of boards, the first boards that differ.

    Where both look the same, render the first parts that differ, with their types. Of two lists
    that are too long to show, render the items that only one of them has, if these are few.
    """
    if (few := _items_of_one_only(one, other)) is not None:
        return few
    are_boards = is_list_of_boards(one) and is_list_of_boards(other) and one and other
    if are_boards and not all(is_small(each) and is_drawn_in_lines(each) for each in (one, other)):
        pairs = enumerate(zip_longest(one, other))
        first = next((i for i, (left, right) in pairs if left != right), 0)
        rendered = _render_item(one, first), _render_item(other, first)
    elif _is_one_a_table(one, other):
        rendered = printable(bounded.repr(one)), printable(bounded.repr(other))
    else:
        rendered = render_value(one), render_value(other)
    return rendered if rendered[0] != rendered[1] else _render_parts(one, other, "")


def _is_one_a_table(one: Any, other: Any) -> bool:
    """Have both short lists or tuples rows, but only one is drawn as a table, which hides types?"""
    both = one, other
    return (
        all(_has_rows(each) and is_small(each) for each in both)
        and is_table(one) != is_table(other)
        and max(len(bounded.repr(each)) for each in both) <= MAX_PLAIN
    )


def _has_rows(value: Any) -> bool:
    return (
        type(value) in (list, tuple)
        and len(value) > 1
        and all(type(row) in (list, tuple) for row in value)
    )


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
    return _with_surplus(one, left, right), _with_surplus(other, right, left)


def _with_surplus(values: list[Any], counted: Counter[str], others: Counter[str]) -> str:
    """Render the length of a list, and the items that only this one has, or more often."""
    left = counted - others
    which = "repeated" if left.keys() <= others.keys() else "only here"
    items = []
    for value in values:
        if left[repr(value)] > 0:
            left[repr(value)] -= 1
            items.append(value)
    more = f", {len(items)} of them {which}: {render_value(items)}" if items else ""
    return f"a list of {len(values)}{more}"


def _render_parts(one: Any, other: Any, path: str) -> tuple[str, str]:
    kind, where = type(one), f"{path}: " if path else ""
    if kind is type(other) and kind in (list, tuple):
        for i, (left, right) in enumerate(zip(one, other, strict=False)):
            if left != right:
                return _render_parts(left, right, f"{path}[{i}]")
        if len(one) != len(other):
            left, right = (f"{where}a {kind.__name__} of {len(each)}" for each in (one, other))
            return left, right
    if kind is type(other) and is_dataclass(one):
        for field in fields(one):
            left, right = getattr(one, field.name), getattr(other, field.name)
            if left != right and type(left) is list:
                return _render_parts(left, right, f"{path}.{field.name}")
    left, right = (f"{where}{class_name(value)} {bounded.repr(value)}" for value in (one, other))
    if left == right and kind is type(other) is str:
        return _render_rests(one, other, path)
    if left == right and kind is type(other) is int:
        left, right = (f"{left}, ending in {_last_digits(number)}" for number in (one, other))
    return printable(left, MAX_PLAIN), printable(right, MAX_PLAIN)


def _render_rests(one: str, other: str, path: str) -> tuple[str, str]:
    """Render two texts from the first character that differs."""
    pairs = enumerate(zip(one, other, strict=False))
    start = next((i for i, (left, right) in pairs if left != right), min(len(one), len(other)))
    line, column = one.count("\n", 0, start) + 1, start - one.rfind("\n", 0, start)
    place = f"line {line}, character {column}" if line > 1 else f"character {column}"
    where = f"{path}, {place}" if path else place
    left, right = (f"from {where}: {bounded.repr(each[start:])}" for each in (one, other))
    return printable(left, MAX_PLAIN), printable(right, MAX_PLAIN)


def _last_digits(number: int) -> str:
    return f"{abs(number) % 10**LAST_DIGITS:0{LAST_DIGITS}}"


def _render_item(values: list[Any], index: int) -> str:
    if index >= len(values):
        return f"a list of {len(values)}"
    return f"[{index}] of a list of {len(values)}:\n{render_value(values[index])}"
