"""The mutable parts of values: what one end has changed in those that it shares with the other."""

from __future__ import annotations

import dataclasses
import marshal
from collections import deque
from collections.abc import Container, Hashable, Iterator, Mapping
from enum import Enum
from itertools import chain
from operator import is_
from typing import Any, cast

from autograder.sandbox.values import (
    DICT_TYPES,
    MAX_PACKET,
    Codec,
    Parts,
    Stream,
    TooBigError,
    Tree,
    dumps,
    field_names,
    is_mutable,
    is_named_tuple,
    short_repr,
)

_marshal = marshal.dumps
MAPPINGS = ("dict", "Counter", "defaultdict")
"""Tags of mappings that are equal in any order."""


def changes(codec: Codec, parts: Parts) -> dict[str, Tree]:
    """Return the content of each part that is not as the other end knows it, by its number.

    One that has become too big to send is None.
    """
    room = MAX_PACKET // 2
    changed: dict[str, Tree] = {}
    for number, known in list(parts.known.items()):
        part = parts.values[number]
        write = codec.kinds[type(part)].write
        try:
            items: list[Any] = [*chain(*write(part) or ())]
            others: list[Any] = [*chain(*write(known) or ())]
            if len(items) == len(others) and all(map(is_, items, others)):
                continue  # What is inside them is compared by itself.
            if _is_same(*codec.encode_pair(known, part)):
                continue
            tree = codec.encode_content(number, parts)
        except TooBigError:
            changed[str(number)] = None
            continue
        room -= len(dumps(tree))
        changed[str(number)] = tree if room > 0 else None
    return changed


def update(codec: Codec, parts: Parts, changed: Mapping[str, Tree]) -> None:
    """Change parts as the other end has changed them."""
    for number, tree in changed.items():
        content = codec.decode_content(tree, int(number), parts)
        change_in_place(parts.values[int(number)], content)


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
        cast(Any, value).__setstate__(after.__getstate__())
    elif dataclasses.is_dataclass(value) and not isinstance(value, Enum):
        for name in field_names(type(value)):
            if hasattr(after, name):
                object.__setattr__(value, name, getattr(after, name))
            elif hasattr(value, name):  # `field(init=False)`, and not set before the call.
                object.__delattr__(value, name)


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
        elif dataclasses.is_dataclass(kind) or is_named_tuple(kind):
            names = field_names(kind)
            inside = [(getattr(value, name, None), f"{path}.{name}") for name in names]
        yield value, path
        waiting.extend(reversed(inside))


def mutable_ids(value: object) -> set[int]:
    """Return the ids of the mutable parts of a value."""
    return {id(part) for part, _ in parts_of(value) if is_mutable(type(part))}


def shared_with(result: object, arguments: Container[int]) -> str:
    """Return an expression for the first mutable part of a result with one of these ids."""
    return next((path for part, path in parts_of(result, "result") if id(part) in arguments), "")


def _is_same(one: Tree, other: Tree) -> bool:
    # As bytes, since 1 and True are equal in Python. Later versions write references, too.
    same = _marshal(one, 0) == _marshal(other, 0)
    return same or _comparable(one) == _comparable(other)


def _comparable(tree: Tree) -> Hashable:
    """Return a value that is equal for trees of equal values, whatever the order of sets."""
    if type(tree) is list:
        return tuple(map(_comparable, tree))
    if type(tree) is not dict:
        return type(tree).__name__, tree
    tag = tree.get("$")
    if tag in ("set", "frozenset"):
        return tag, frozenset(map(_comparable, tree["v"]))
    if tag in MAPPINGS:
        inside = [*map(_comparable, tree["v"])]
        half = len(inside) // 2  # A defaultdict's first is its function.
        pairs = zip(inside[-2 * half : -half or None], inside[-half or len(inside) :], strict=True)
        return tag, *inside[: len(inside) % 2], frozenset(pairs)
    return frozenset((key, _comparable(item)) for key, item in tree.items())
