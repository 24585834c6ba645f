"""The mutable parts of values: what one end has changed in those that it shares with the other."""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Container, Iterator, Mapping
from itertools import chain
from operator import is_
from typing import Any

from autograder.sandbox.values import (
    ATOMS,
    DICT_TYPES,
    Codec,
    Encoder,
    Kind,
    Parts,
    TooBigError,
    Tree,
    field_names,
    is_mutable,
    is_named_tuple,
    short_repr,
)


def changes(codec: Codec, parts: Parts, *, but_equal: bool = False) -> dict[str, Tree]:
    """Return the content of each part that is not as the other end knows it, by its number.

    One that has become too big to send is None. Those that have equal content again may be left
    out: to compare objects calls their methods, which the judge must not do.
    """
    changed: dict[str, Tree] = {}
    for number, known in list(parts.known.items()):
        part = parts.values[number]
        try:
            if not _is_same(codec.kinds[type(part)], part, known, but_equal):
                changed[str(number)] = Encoder(codec, parts).encode_part(number)
        except TooBigError:
            changed[str(number)] = None
    return changed


def _is_same(kind: Kind, part: Any, known: Any, but_equal: bool) -> bool:
    """Are the values inside a part the same, or equal and of the same types?

    What is inside these is compared by itself.
    """
    items, others = ([*chain(*kind.write(each) or ())] for each in (part, known))
    if len(items) == len(others) and all(map(is_, items, others)):
        return True
    if not but_equal or Counter(map(type, items)) != Counter(map(type, others)):
        return False
    try:
        return bool(items == others if dataclasses.is_dataclass(part) else part == known)
    except BaseException:  # It may have got objects of the code's.
        return False


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
    else:
        for name in field_names(type(value)):
            if hasattr(after, name):
                object.__setattr__(value, name, getattr(after, name))
            elif hasattr(value, name):  # `field(init=False)`, and not set before the call.
                object.__delattr__(value, name)


def parts_of(value: Any, path: str = "") -> Iterator[tuple[object, str]]:
    """Yield a value and each object inside it once, but no text or number, with an expression."""
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
        waiting.extend(each for each in reversed(inside) if type(each[0]) not in ATOMS)


def mutable_ids(value: object) -> set[int]:
    """Return the ids of the mutable parts of a value."""
    return {id(part) for part, _ in parts_of(value) if is_mutable(type(part))}


def is_nested(value: object) -> bool:
    """Does a list, a dict or a dataclass hold mutable parts of its own?"""
    is_outer = isinstance(value, (list, dict)) or dataclasses.is_dataclass(value)
    return is_outer and bool(mutable_ids(value) - {id(value)})


def shared_with(result: object, arguments: Container[int]) -> str:
    """Return an expression for the first mutable part of a result with one of these ids."""
    return next((path for part, path in parts_of(result, "result") if id(part) in arguments), "")
