"""Lists, tables and dicts that are nearly right: what is missing, extra or in another order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from autograder.judge.render.values import render_short

MIN_COUNTED = 5
"""In shorter lists, missing items are obvious."""


def is_rectangle(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) > 1
        and all(type(row) is list and len(row) == len(value[0]) > 0 for row in value)
    )


def wrong_items(returned: Any, expected: Any) -> str:
    """Explain a list that is nearly right: its order, or which items are missing or extra."""
    if not (type(returned) is type(expected) is list) or min(len(returned), len(expected)) < 2:
        return ""
    left, right = _counted(returned), _counted(expected)
    if left == right:
        if returned == expected[::-1]:
            return "returned the right items in reverse order"
        return "returned the right items in another order"
    if len(returned) == len(expected) and all(type(row) is list for row in expected):
        return _cells(returned, expected)
    if max(len(returned), len(expected)) < MIN_COUNTED or 2 * (left & right).total() < len(
        expected
    ):
        return ""
    missing, extra = right - left, left - right
    repeated = Counter({*extra} & {*right})
    parts = []
    if missing:
        which = _such_as(missing, expected)
        verb = "is" if missing.total() == 1 else "are"
        parts.append(f"{missing.total()} of {len(expected)} items {verb} missing, {which}")
    if repeated:
        which = _such_as(repeated, returned)
        occur = "1 item occurs" if len(repeated) == 1 else f"{len(repeated)} items occur"
        parts.append(f"{occur} too often, {which}")
    if others := Counter({item: extra[item] for item in extra if item not in right}):
        which = _such_as(others, returned)
        noun = "item" if others.total() == 1 else "items"
        parts.append(f"{others.total()} {noun} should not be there, {which}")
    return f"returned a list that is nearly right: {'; '.join(parts)}"


def _counted(items: Iterable[Any]) -> Counter[str]:
    return Counter(map(_with_type, items))


def _with_type(item: Any) -> str:
    """Return a text that differs for a number and for an object that looks like it."""
    return f"{type(item).__name__} {item!r}"


def _such_as(items: Counter[str], among: Sequence[Any]) -> str:
    first = render_short(next(item for item in among if _with_type(item) in items))
    return first if items.total() == 1 else f"such as {first}"


def _cells(returned: Sequence[Any], expected: Sequence[Any]) -> str:
    """Explain a table in which some cells are wrong."""
    if not (is_rectangle(returned) and is_rectangle(expected)):
        return ""
    if len(returned[0]) != len(expected[0]):
        return ""
    wrong = [
        (f"[{i}][{j}]", cell, right)
        for i, (row, others) in enumerate(zip(returned, expected, strict=True))
        for j, (cell, right) in enumerate(zip(row, others, strict=True))
        if cell != right
    ]
    cells = len(expected) * len(expected[0])
    return "" if 2 * len(wrong) > cells else _wrong_places("table", wrong, f"{cells} cells")


def wrong_entries(returned: Any, expected: Any) -> str:
    """Explain a dict in which some entries are wrong."""
    if not (isinstance(returned, dict) and isinstance(expected, dict)) or len(expected) < 2:
        return ""
    missing = [key for key in expected if key not in returned]
    extra = [key for key in returned if key not in expected]
    if missing or extra:
        keys, word = (missing, "lacks") if missing else (extra, "should not have")
        which = f"the key {render_short(keys[0])}"
        more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
        return f"returned a dict that {word} {which}{more}"
    wrong = [
        (render_short(key), returned[key], right)
        for key, right in expected.items()
        if returned[key] != right
    ]
    if 2 * len(wrong) > len(expected):
        return ""
    return _wrong_places("dict", wrong, f"{len(expected)} entries")


def _wrong_places(kind: str, wrong: Sequence[tuple[str, Any, Any]], all_of_them: str) -> str:
    place, found, right = wrong[0]
    is_now, wanted = render_short(found), render_short(right)
    first = f"{place} is {is_now} instead of {wanted}"
    if is_now == wanted:
        first = f"{place} looks right, but differs"
    which = f": {first}" if len(wrong) == 1 else f"; the first: {first}"
    return f"returned a {kind} with {len(wrong)} of {all_of_them} wrong{which}"
