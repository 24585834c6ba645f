"""The mutable parts of values: both ends number those of a call's arguments alike."""

from __future__ import annotations

import dataclasses
import io
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from autograder.sandbox.introspection import is_named_tuple, short_repr

DICT_TYPES: tuple[type[dict[Any, Any]], ...] = (dict, Counter, OrderedDict, defaultdict)
Stream = io.StringIO
"""Bound here, since a test may patch it; so may others in this package."""
_MUTABLE = frozenset((list, set, bytearray, deque, Stream, *DICT_TYPES))


class Parts:
    """The mutable parts of a call's arguments, numbered in the order in which their trees end.

    A worker can name one: a part that a call has changed, or that its result contains. It counts
    for as many values as are inside it. While they are `is_open`, encoding and decoding add to
    them.
    """

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.sizes: list[int] = []
        self.numbers: dict[int, int] = {}
        self.is_open = True

    def add(self, value: Any, size: int) -> None:
        self.numbers[id(value)] = len(self.values)
        self.values.append(value)
        self.sizes.append(size)


@cache
def is_mutable(kind: Any) -> bool:
    """Are the values of a type that crosses mutable?"""
    if dataclasses.is_dataclass(kind):
        return not cast(Any, kind).__dataclass_params__.frozen
    return kind in _MUTABLE


def parts_of(value: Any, path: str = "") -> Iterator[tuple[object, str]]:
    """Yield a value and each object inside it once, with an expression for it."""
    seen: set[int] = set()
    waiting = [(value, path)]
    while waiting:
        value, path = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kind = type(value)
        inside: list[tuple[Any, str]] = []
        if kind in (list, tuple, deque):
            inside = [(item, f"{path}[{i}]") for i, item in enumerate(value)]
        elif kind in DICT_TYPES:
            inside = [(item, f"{path}[{short_repr(key)}]") for key, item in value.items()]
        elif dataclasses.is_dataclass(kind):
            names = [field.name for field in dataclasses.fields(kind)]
            inside = [(getattr(value, name, None), f"{path}.{name}") for name in names]
        elif is_named_tuple(kind):
            names = [*cast(Any, kind)._fields]
            inside = [(getattr(value, name, None), f"{path}.{name}") for name in names]
        yield value, path
        waiting.extend(reversed(inside))
