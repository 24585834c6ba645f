"""The mutable parts of values, which both ends number alike."""

from __future__ import annotations

import copy
import dataclasses
import io
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from sys import getrefcount
from typing import Any, cast

from autograder.sandbox.introspection import is_named_tuple, short_repr

DICT_TYPES: tuple[type[dict[Any, Any]], ...] = (dict, Counter, OrderedDict, defaultdict)
Stream = io.StringIO
"""Bound here, since a test may patch it; so may others in this package."""
_MUTABLE = frozenset((list, set, bytearray, deque, Stream, *DICT_TYPES))


class Parts:
    """The mutable parts of the values that judge and worker exchange in a test.

    Both ends number them alike, in the order in which their trees end. One that neither end has let
    go of stays the same object in later requests, and each end tells the other what it has changed.
    A part counts for as many values as are inside it. `known` are copies of the parts as the other
    end has them, `met` the numbers of those that were exchanged again.
    """

    def __init__(self) -> None:
        self.values: dict[int, Any] = {}
        self.sizes: dict[int, int] = {}
        self.numbers: dict[int, int] = {}
        self.known: dict[int, Any] = {}
        self.met: set[int] = set()
        self.count = 0

    def add(self, value: Any, size: int) -> None:
        self.numbers[id(value)] = self.count
        self.values[self.count] = value
        self.sizes[self.count] = size
        self.count += 1

    def number_of(self, value: Any) -> int | None:
        number = self.numbers.get(id(value))
        if number is not None:
            self.met.add(number)
        return number

    def note(self, numbers: Iterable[int]) -> None:
        """Note that the other end has these parts as they are now."""
        self.known.update((number, copied(self.values[number])) for number in numbers)

    def forget(self, number: int) -> None:
        self.numbers.pop(id(self.values.pop(number)))
        self.known.pop(number, None)
        self.sizes.pop(number)

    def keep(self, numbers: Container[int], first: int) -> None:
        """Forget all parts but these; the next one is the `first` of a request."""
        for number in [each for each in self.values if each not in numbers]:
            self.forget(number)
        self.count = first
        self.met.clear()

    def take_back(self, first: int) -> None:
        """Forget the parts from the `first` one on, which will not be sent."""
        for number in range(first, self.count):
            self.forget(number)
        self.count = first

    def keep_referenced(self) -> None:
        """Forget the parts that only this object refers to; inner ones have lower numbers."""
        for number in sorted(self.values, reverse=True):
            if _references(self.values, number) <= _ALONE:
                self.forget(number)


def _references(values: Mapping[int, Any], number: int) -> int:
    return getrefcount(values[number])


_ALONE = _references({0: []}, 0)


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


def mutable_ids(value: object) -> set[int]:
    """Return the ids of the mutable parts of a value."""
    kinds: Iterator[tuple[int, Any]] = ((id(part), type(part)) for part, _ in parts_of(value))
    return {number for number, kind in kinds if is_mutable(kind)}


def change_in_place(value: Any, after: Any) -> None:
    """Give a value the content that it has at the other end."""
    if type(value) is not type(after):
        return
    if isinstance(value, (list, bytearray)):
        value[:] = after
    elif isinstance(value, deque):
        value.clear()
        value.extend(after)
    elif isinstance(value, (dict, set)):
        value.clear()
        value.update(after)
    elif type(value) is Stream:
        value.seek(0)
        value.truncate()
        value.write(after.getvalue())
        value.seek(after.tell())
    elif dataclasses.is_dataclass(value) and not isinstance(
        value, Enum
    ):  # A member is the same for all tests.
        for field in dataclasses.fields(value):
            if hasattr(after, field.name):
                object.__setattr__(value, field.name, getattr(after, field.name))
            elif hasattr(value, field.name):  # `field(init=False)`, and not set before the call.
                object.__delattr__(value, field.name)


def copied(value: Any) -> Any:
    """Return a copy of what `change_in_place` may change, for changing it back."""
    if type(value) is Stream:
        made = Stream(value.getvalue())
        made.seek(value.tell())
        return made
    return copy.copy(value)
