"""What one end has changed in the parts that it shares with the other."""

from __future__ import annotations

import marshal
from collections import deque
from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import is_
from typing import Any, cast

from autograder.sandbox.codec import MAX_FRAME, Codec, TooBigError, dumps
from autograder.sandbox.decoder import Tree
from autograder.sandbox.parts import DICT_TYPES, Parts, change_in_place, parts_of

_marshal = marshal.dumps
UNORDERED = ("set", "frozenset", "dict", "Counter", "defaultdict")
"""Tags of values that are equal in any order."""


def changes(codec: Codec, parts: Parts) -> dict[str, Tree]:
    """Return the content of each part that is not as the other end knows it, by its number.

    One that has become too big to send is None.
    """
    room = MAX_FRAME // 2
    changed: dict[str, Tree] = {}
    for number, known in list(parts.known.items()):
        part = parts.values[number]
        if _has_same_items(part, known):
            continue
        try:
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


def shared_with(result: object, arguments: Container[int]) -> str:
    """Return an expression for the first mutable part of a result with one of these ids."""
    return next((path for part, path in parts_of(result, "result") if id(part) in arguments), "")


def _has_same_items(one: Any, other: Any) -> bool:
    """Do two values of one type contain the same objects?"""
    items, others = _items(one), _items(other)
    return len(items) == len(others) and all(map(is_, items, others))


def _items(value: Any) -> Sequence[Any]:
    kind = type(value)
    if kind in (list, deque, bytearray):
        return cast(Sequence[Any], value)
    if kind in DICT_TYPES:
        return [*value, *value.values()]
    if kind is set:
        return sorted(value, key=id)
    if is_dataclass(kind):
        return [getattr(value, field.name, None) for field in fields(kind)]
    return value.getvalue(), value.tell()


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
    if tree.get("$") in UNORDERED:
        return tree["$"], frozenset(map(_comparable, tree["v"]))
    return frozenset((key, _comparable(item)) for key, item in tree.items())
