"""Two values that differ: where, and rendered so that the difference shows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

from autograder.judge.modules.handles import Handle
from autograder.judge.render.values import (
    WIDTH,
    class_name,
    is_list_of_boards,
    is_small,
    plain,
    render,
    render_short,
)
from autograder.safetext import shortened


def steps(value: Any) -> list[tuple[str, Any]]:
    """Return the parts of a container or dataclass, each with its step: `[0]`, `.x`."""
    if issubclass(type(value), Handle):  # It may claim to be a list.
        return []
    if isinstance(value, (list, tuple, deque)):
        return [(f"[{i}]", item) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return [(f"[{render_short(key)}]", item) for key, item in value.items()]
    if is_dataclass(value) and not isinstance(value, type):
        return [(f".{field.name}", getattr(value, field.name)) for field in fields(value)]
    return []


def differences(
    one: Any, other: Any, path: str = "", *, whole_objects: bool = False
) -> Iterator[tuple[str, Any, Any]]:
    """Yield the innermost parts in which two values differ, each with its path, such as `[0].x`.

    A container is such a part itself if it has another length, or other keys; so is a dataclass
    within another value, with `whole_objects`.
    """
    if one == other:
        return
    left, right = steps(one), steps(other)
    alike = type(one) is type(other) and len(left) == len(right) > 0
    if whole_objects and path and is_dataclass(one):
        alike = False
    if isinstance(one, dict) and alike:
        left = [(step, one[key]) for key, (step, _) in zip(other, right, strict=True) if key in one]
        alike = len(left) == len(right)
    if not alike:
        yield path, one, other
        return
    for (step, item), (_, its) in zip(left, right, strict=True):
        yield from differences(item, its, path + step, whole_objects=whole_objects)


def render_pair(one: Any, other: Any) -> tuple[str, str]:
    """Render two values that differ; of two lists of boards, the first boards that differ.

    Where both look the same, render the first parts that differ, with their types.
    """
    both = one, other
    if all(is_small(value) and is_list_of_boards(value) for value in both):
        pairs = enumerate(zip_longest(one, other))
        first = next((i for i, (left, right) in pairs if left != right), 0)
        texts = _item(one, first), _item(other, first)
    else:
        texts = render(one), render(other)
    return texts if texts[0] != texts[1] else _first_parts(one, other)


def _item(values: list[Any], index: int) -> str:
    if index >= len(values):
        return f"a list of {len(values)}"
    return f"[{index}] of a list of {len(values)}:\n{render(values[index])}"


def _first_parts(one: Any, other: Any) -> tuple[str, str]:
    """Render the first parts that differ, with their types, of two values that look the same."""
    path, left, right = next(differences(one, other), ("", one, other))
    texts = [f"{class_name(each)} {plain(each)}" for each in (left, right)]
    if type(left) is type(right) is str:
        start = common_prefix_length(left, right)
        texts = [f"from character {start + 1}: {plain(each[start:])}" for each in (left, right)]
    elif type(left) is type(right) in (list, tuple) and len(left) != len(right):
        texts = [f"a {type(left).__name__} of {len(each)}" for each in (left, right)]
    where = f"{path}: " if path else ""
    shown, its = (shortened(where + text, WIDTH) for text in texts)
    return shown, its


def common_prefix_length(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (left, right) in pairs if left != right), min(len(one), len(other)))
