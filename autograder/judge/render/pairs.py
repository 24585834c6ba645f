"""Two values that differ, rendered so that the difference shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

from autograder.judge.render.values import (
    WIDTH,
    class_name,
    is_drawn_in_lines,
    is_list_of_boards,
    is_small,
    is_table,
    plain,
    render,
    shortened,
)

SHORT = 60


def render_pair(one: Any, other: Any) -> tuple[str, str]:
    """Render two values that differ; of two lists of boards, the first boards that differ.

    Where both look the same, render the first parts that differ, with their types. Of two lists
    that are too long to show, render the items that only one of them has, if these are few.
    """
    if few := _items_of_one_only(one, other):
        return few
    both = one, other
    small = all(map(is_small, both))
    if small and all(map(is_list_of_boards, both)) and not all(map(is_drawn_in_lines, both)):
        pairs = enumerate(zip_longest(one, other))
        first = next((i for i, (left, right) in pairs if left != right), 0)
        texts = _item(one, first), _item(other, first)
    elif small and is_table(one) != is_table(other) and all(map(_has_rows, both)):
        texts = plain(one), plain(other)  # A table hides the types of its rows.
    else:
        texts = render(one), render(other)
    return texts if texts[0] != texts[1] else _parts(one, other, "")


def _has_rows(value: Any) -> bool:
    """Is it a short list or tuple of rows?"""
    if type(value) not in (list, tuple) or len(value) < 2 or len(plain(value)) > WIDTH:
        return False
    return all(type(row) in (list, tuple) for row in value)


def _item(values: list[Any], index: int) -> str:
    if index >= len(values):
        return f"a list of {len(values)}"
    return f"[{index}] of a list of {len(values)}:\n{render(values[index])}"


def _items_of_one_only(one: Any, other: Any) -> tuple[str, str] | None:
    """Render two long lists by the items that the other one lacks; None if most items differ."""
    if not (type(one) is type(other) is list and is_small(one) and is_small(other)):
        return None
    texts = render(one), render(other)
    if any("\n" in text for text in texts) or max(map(len, texts)) <= WIDTH:
        return None
    left, right = Counter(map(repr, one)), Counter(map(repr, other))
    if left == right or 2 * (left & right).total() < max(len(one), len(other)):
        return None
    return _surplus(one, left, right), _surplus(other, right, left)


def _surplus(values: list[Any], counted: Counter[str], others: Counter[str]) -> str:
    """Render the length of a list, and the items that only this one has, or more often."""
    left = counted - others
    which = "repeated" if left.keys() <= others.keys() else "only here"
    items = []
    for value in values:
        if left[repr(value)] > 0:
            left[repr(value)] -= 1
            items.append(value)
    more = f", {len(items)} of them {which}: {render(items)}" if items else ""
    return f"a list of {len(values)}{more}"


def _parts(one: Any, other: Any, path: str) -> tuple[str, str]:
    """Render the first parts that differ, with their types, of two values that look the same."""
    kind, both, where = type(one), (one, other), f"{path}: " if path else ""
    if kind is type(other) and kind in (list, tuple):
        for i, (left, right) in enumerate(zip(one, other, strict=False)):
            if left != right:
                return _parts(left, right, f"{path}[{i}]")
        if len(plain(one)) > SHORT:
            left, right = (f"{where}a {kind.__name__} of {len(each)}" for each in both)
            return left, right
    if kind is type(other) and is_dataclass(one):
        for field in fields(one):
            left, right = (getattr(each, field.name) for each in both)
            if left != right and type(left) is list:
                return _parts(left, right, f"{path}.{field.name}")
    if kind is type(other) is str:
        pairs = enumerate(zip(one, other, strict=False))
        start = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
        line, column = one.count("\n", 0, start) + 1, start - one.rfind("\n", 0, start)
        place = f"line {line}, character {column}" if line > 1 else f"character {column}"
        where = f"from {path}, {place}: " if path else f"from {place}: "
        left, right = (f"{where}{plain(each[start:])}" for each in both)
    else:
        left, right = (f"{where}{class_name(each)} {plain(each)}" for each in both)
    return shortened(left, WIDTH), shortened(right, WIDTH)
