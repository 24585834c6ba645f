"""A call's arguments: which of them it changed, and what its result shares with them."""

from __future__ import annotations

import dataclasses
import io
import marshal
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, cast

from autograder.sandbox.codec import MAX_FRAME, Codec, TooBigError, dumps
from autograder.sandbox.decoder import DICTS, Tree
from autograder.sandbox.introspection import is_named_tuple, short_repr

_marshal = marshal.dumps
_DICTS = tuple(DICTS.values())
_MUTABLE = (list, set, bytearray, deque, *_DICTS)
UNORDERED = ("set", "frozenset", "dict", "Counter", "defaultdict")
"""Tags of values that are equal in any order."""


def changed_arguments(codec: Codec, sent: Sequence[Tree], arguments: Sequence[object]) -> Tree:
    """Return the arguments that differ from those sent, by index, as they are now.

    One that has become too big to send is None. Text streams are left out: they are there to be
    read.
    """
    changed: dict[str, Tree] = {}
    room = MAX_FRAME // 2
    for i, (before, value) in enumerate(zip(sent, arguments, strict=False)):
        if type(value) is io.StringIO or not _is_mutable(value):
            continue
        try:
            after = codec.encode(value)
        except TooBigError:
            changed[str(i)] = None
            continue
        # Encoding again is not always the inverse of decoding: compare with a fresh argument.
        if not _is_same(before, after) and not _is_same(codec.encode(codec.decode(before)), after):
            room -= len(dumps(after))
            changed[str(i)] = after if room > 0 else None
    return changed


def shared_part(parts: Sequence[tuple[object, str]], result: object) -> str:
    """Return an expression for the first mutable part of a result that is one of the parts."""
    ids = {id(part) for part, _ in parts}
    shared = (path for part, path in mutable_parts(result, "result") if id(part) in ids)
    return next(shared, "") if ids else ""


def mutable_parts(value: Any, path: str) -> Iterator[tuple[object, str]]:
    """Yield each mutable object that a value contains once, with an expression for it."""
    seen: set[int] = set()
    waiting = [(value, path)]
    while waiting:
        value, path = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kind = type(value)
        mutable, inside = kind in _MUTABLE, []
        if kind in (list, tuple, deque):
            inside = [(item, f"{path}[{i}]") for i, item in enumerate(value)]
        elif kind in _DICTS:
            inside = [(item, f"{path}[{short_repr(key)}]") for key, item in value.items()]
        elif dataclasses.is_dataclass(kind):
            mutable = not cast(Any, kind).__dataclass_params__.frozen
            names = [field.name for field in dataclasses.fields(kind)]
            inside = [(getattr(value, name, None), f"{path}.{name}") for name in names]
        elif is_named_tuple(kind):
            names = [*kind._fields]
            inside = [(getattr(value, name, None), f"{path}.{name}") for name in names]
        if mutable:
            yield value, path
        waiting.extend(reversed(inside))


def _is_mutable(value: object) -> bool:
    if type(value) in _MUTABLE:
        return True
    return next(mutable_parts(value, ""), None) is not None


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
