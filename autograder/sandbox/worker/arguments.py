"""The arguments of a call in the worker: which parts it changed, and what its result shares."""

from __future__ import annotations

import marshal
from collections.abc import Hashable
from typing import Any

from autograder.sandbox.codec import MAX_FRAME, Codec, TooBigError, dumps
from autograder.sandbox.decoder import Tree
from autograder.sandbox.parts import Parts, Stream, parts_of

_marshal = marshal.dumps
UNORDERED = ("set", "frozenset", "dict", "Counter", "defaultdict")
"""Tags of values that are equal in any order."""


class Arguments:
    """The arguments of one call, decoded from what was sent."""

    def __init__(self, codec: Codec, sent: Tree) -> None:
        self.codec, self.sent = codec, sent
        self.parts = Parts()
        self.values: list[Any] = codec.decode(sent, self.parts)
        self.parts.is_open = False

    def changed(self) -> dict[str, Tree]:
        """Return the content of each part that is not as it was sent, by its number.

        One that has become too big to send is None.
        """
        if len(self.parts.values) == 1 or self._is_as_sent():  # The list of arguments is one.
            return {}
        before, room = Arguments(self.codec, self.sent), MAX_FRAME // 2
        changed: dict[str, Tree] = {}
        for i, (part, old) in enumerate(zip(self.parts.values, before.parts.values, strict=True)):
            try:
                tree = self.codec.encode_content(part, self.parts)
            except TooBigError:
                changed[str(i)] = None
                continue
            if not _is_same(self.codec.encode_content(old, before.parts), tree):
                room -= len(dumps(tree))
                changed[str(i)] = tree if room > 0 else None
        return changed

    def _is_as_sent(self) -> bool:
        try:
            tree = self.codec.encode(self.values, Parts())
        except TooBigError:
            return False
        return _marshal(self.sent, 0) == _marshal(tree, 0)

    def is_stream(self, number: str) -> bool:
        """Is a part a text stream, which is there to be read or written?"""
        return type(self.parts.values[int(number)]) is Stream

    def shared_with(self, result: object) -> str:
        """Return an expression for the first mutable part of a result that is one of the parts."""
        known = self.parts.numbers
        return next((path for part, path in parts_of(result, "result") if id(part) in known), "")


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
