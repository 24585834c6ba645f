"""The encoding of values that judge and worker exchange; both use it.

A value is a tree of built-in values, text streams (decoded with all of their text still to be
read), values of the standard library (see `library_values`), and the dataclasses, named tuples and
enums that the assignment names. It is sent as JSON; what JSON cannot represent is an object with
its type under the key "$". Encoding goes by exact type, so `repr` is the only method of a
submission's classes that runs.
"""

from __future__ import annotations

import contextlib
import copy
import json
import marshal
import math
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum, Flag
from typing import Any

from autograder.sandbox.decoder import (
    DICTS,
    FACTORIES,
    JSON_INTEGER,
    MAX_DEPTH,
    MAX_INTEGER_BITS,
    MAX_KEYS,
    MAX_NODES,
    NODES_PER_OBJECT,
    TEXT_READERS,
    Decoder,
    MalformedError,
    Remote,
    Tree,
)
from autograder.sandbox.introspection import (
    field_names,
    field_value,
    field_values,
    maker,
    short_repr,
    type_name,
)
from autograder.sandbox.library_values import library_text, path_reader
from autograder.sandbox.parts import Parts, Stream, is_mutable

MAX_FRAME = 4 << 20
CHARACTERS_PER_NODE = 16


class TooBigError(ValueError):
    """The value exceeds the budgets."""


def request_frame(request: dict[str, Tree]) -> bytes:
    """Return a request to a worker as one frame: a length as four little-endian bytes, then data.

    Workers trust the judge, so its requests are marshalled: reading that touches less memory. Later
    versions keep which objects are the same: code that compares texts with `is` would seem right.
    """
    data = marshal.dumps(request, 2)
    return len(data).to_bytes(4, "little") + data


def dumps(tree: Tree) -> bytes:
    """Return JSON: what workers respond is never unmarshalled."""
    return _encode(tree).encode()


def loads(data: bytes) -> Tree:
    """Parse JSON.

    Raises:
        MalformedError: it is not valid JSON, or has a number such as NaN.
    """
    try:
        return _decode(data.decode())
    except (ValueError, RecursionError) as error:
        raise MalformedError(str(error)[:80]) from None


def _refuse_constant(text: str) -> None:
    raise MalformedError(f"the number {text}")


_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


class Codec:
    """Encodes and decodes built-in values, those of the library, and instances of `types`.

    A `Path` is decoded as the class `path` of `pathlib`: see `library_values`. `remote` handles
    what stays in the worker; without it, that is decoded as a placeholder.
    """

    def __init__(
        self, types: Iterable[type] = (), path: str = "PurePath", remote: Remote | None = None
    ) -> None:
        self.remote = remote
        self.types: Mapping[str, type] = {kind.__name__: kind for kind in types}
        self._field_names = {
            kind: field_names(kind) for kind in self.types.values() if not issubclass(kind, Enum)
        }
        self._makers = {kind: maker(kind) for kind in self._field_names}
        self._enums = frozenset(set(self.types.values()) - set(self._field_names))
        self._texts = TEXT_READERS | {"Path": path_reader(path)}

    def with_remote(self, remote: Remote) -> Codec:
        """Return a codec for the same types that represents what stays in the worker."""
        made = copy.copy(self)
        made.remote = remote
        return made

    def encode(self, value: object, parts: Parts | None = None) -> Tree:
        """Encode a value as a tree. Shared parts are repeated, cycles become placeholders.

        With `parts`, a mutable part that is among them is encoded as its number instead; new ones
        are added.

        Raises:
            TooBigError: deeper, longer or larger than the budgets.
        """
        return self.encode_copies(value, parts)[0]

    def encode_copies(self, value: object, parts: Parts | None = None) -> tuple[Tree, bool]:
        """Encode a value; also return whether its tree is decoded as a copy that looks the same.

        Raises:
            TooBigError: deeper, longer or larger than the budgets.
        """
        encoder = _Encoder(self._field_names, self._enums, self.remote, parts)
        with encoder.all_or_nothing():
            return encoder.items([value], 0)[0], encoder.copies

    def encode_pair(self, one: object, other: object) -> tuple[Tree, Tree]:
        """Encode two values; the other is None if it is larger than the one.

        Raises:
            TooBigError: the one is deeper, longer or larger than the budgets.
        """
        encoder = _Encoder(self._field_names, self._enums, self.remote, None)
        tree = encoder.items([one], 0)
        encoder.nodes = MAX_NODES - encoder.nodes
        try:
            return tree, encoder.items([other], 0)
        except TooBigError:
            return tree, None

    def encode_content(self, number: int, parts: Parts) -> Tree:
        """Encode one of the parts itself, and those inside it as in `encode`.

        Raises:
            TooBigError: deeper, longer or larger than the budgets.
        """
        encoder = _Encoder(self._field_names, self._enums, self.remote, parts)
        part = parts.values[number]
        with encoder.all_or_nothing():
            tree = encoder.content(part, type(part), 1)
        parts.sizes[number] = MAX_NODES - encoder.nodes - encoder.text_nodes
        return tree

    def decode(self, tree: Tree, parts: Parts | None = None) -> Any:
        """Decode a tree. Mutable parts that are made for it are added to the `parts`.

        Raises:
            MalformedError: the tree is invalid or exceeds the budgets.
        """
        return self._decoded(lambda decoder: decoder.whole(tree), parts)

    def decode_content(self, tree: Tree, number: int, parts: Parts) -> Any:
        """Decode the content that the part of this number has at the other end.

        Raises:
            MalformedError: the tree is invalid or exceeds the budgets.
        """

        def content(decoder: Decoder) -> Any:
            value = decoder.content(tree)
            if number in parts.values:
                parts.sizes[number] = MAX_NODES - decoder.nodes
            return value

        return self._decoded(content, parts)

    def _decoded(self, read: Callable[[Decoder], Any], parts: Parts | None) -> Any:
        try:
            return read(Decoder(self.types, self._makers, self._texts, self.remote, parts))
        except MalformedError:
            raise
        except Exception as error:  # A dataclass may validate its fields; there may be too few.
            raise MalformedError(f"{type(error).__name__}: {str(error)[:80]}") from None


class _Encoder:
    def __init__(
        self,
        field_names: Mapping[type, tuple[str, ...]],
        enums: frozenset[type],
        remote: Remote | None,
        parts: Parts | None,
    ) -> None:
        self.remote = remote
        self.field_names = field_names
        self.enums = enums
        self.parts = parts
        self.nodes = MAX_NODES
        self.text_nodes = 0
        self.first = parts.count if parts else 0
        self.open: set[int] = set()
        self.copies = True
        """Whether all so far is decoded as a copy: nothing of other types, no cycle."""

    @contextlib.contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Add no parts unless the whole value is encoded."""
        try:
            yield
        except BaseException:
            if self.parts:
                self.parts.take_back(self.first)
            raise

    def items(self, values: Collection[Any], depth: int) -> list[Tree]:
        """Encode values; most are plain, for which a call would take three times as long."""
        self.spend(len(values))
        return [
            value
            if ((kind := type(value)) is int and -JSON_INTEGER <= value < JSON_INTEGER)
            or kind in _PLAIN
            or (kind is str and len(value) < CHARACTERS_PER_NODE)
            else self.item(value, kind, depth)
            for value in values
        ]

    def item(self, value: Any, kind: type, depth: int) -> Tree:
        """Encode a value whose own node is counted."""
        if kind in _CONTAINERS or kind in self.field_names:
            return self.mutable(value, kind, depth)
        if kind is str:
            self.spend_characters(len(value))
            return value
        if kind is int:
            return self.integer(value)
        if kind is float:
            return value if math.isfinite(value) else {"$": "float", "v": repr(value)}
        if kind is bytes or kind is bytearray or kind is Stream:
            return self.mutable(value, kind, depth)
        if kind is complex:
            return {"$": "complex", "v": [repr(value.real), repr(value.imag)]}
        if kind is slice:
            parts = [getattr(value, name) for name in _RANGE]
            return {"$": "slice", "v": self.items(parts, depth)}
        if kind is range:
            if value[MAX_NODES:]:
                raise TooBigError(f"more than {MAX_NODES} values")
            return {"$": "range", "v": [self.integer(getattr(value, name)) for name in _RANGE]}
        if kind in self.enums:
            return self.member(value, kind)
        return self.other(value, kind)

    def other(self, value: Any, kind: type) -> Tree:
        if value is ... or value is NotImplemented:
            return {"$": "constant", "v": repr(value)}
        self.copies = False
        if found := library_text(value):
            self.spend_characters(len(found[1]))
            return {"$": found[0], "v": found[1]}
        if self.remote and (tree := self.remote.describe(value)) is not None:
            self.spend(NODES_PER_OBJECT)
            return tree
        return {"$": "foreign", "t": type_name(kind), "v": short_repr(value)}

    def spend(self, nodes: int) -> None:
        self.nodes -= nodes
        if self.nodes < 0:
            raise TooBigError(f"more than {MAX_NODES} values")

    def spend_characters(self, number: int) -> None:
        nodes = number // CHARACTERS_PER_NODE
        self.text_nodes += nodes
        self.spend(nodes)

    def integer(self, value: int) -> Tree:
        if -JSON_INTEGER <= value < JSON_INTEGER:
            return value
        if value.bit_length() > MAX_INTEGER_BITS:
            raise TooBigError(f"an integer of more than {MAX_INTEGER_BITS} bits")
        return {"$": "int", "v": f"{value:x}"}

    def member(self, value: Any, kind: type) -> Tree:
        """Encode a member of an enum by its name, several flags by their value."""
        name, number = field_value(value, "_name_"), field_value(value, "_value_")
        if type(name) is str and name in vars(kind)["_member_map_"]:
            return {"$": "enum", "t": kind.__name__, "v": name}
        if issubclass(kind, Flag) and type(number) is int:
            return {"$": "flags", "t": kind.__name__, "v": f"{number:x}"}
        self.copies = False
        return {"$": "foreign", "t": type_name(kind), "v": short_repr(value)}

    def mutable(self, value: Any, kind: type, depth: int) -> Tree:
        """Encode what may be a mutable part; one that is known, by its number."""
        if self.parts is None or id(value) in self.open:
            return self.content(value, kind, depth)
        if (number := self.parts.number_of(value)) is not None:
            self.spend(self.parts.sizes[number])
            self.copies &= number >= self.first
            return {"$": "part", "v": number}
        before = self.nodes + self.text_nodes
        tree = self.content(value, kind, depth)
        if is_mutable(kind):
            self.parts.add(value, before - self.nodes - self.text_nodes)
        return tree

    def content(self, value: Any, kind: type, depth: int) -> Tree:
        if kind is bytes or kind is bytearray:
            self.spend_characters(len(value))
            return {"$": kind.__name__, "v": value.hex()}
        if kind is Stream and value.closed:
            return {"$": "foreign", "t": type_name(kind), "v": "a closed stream"}
        if kind is Stream:
            text = value.getvalue()
            self.spend_characters(len(text))
            return {"$": "stream", "v": text, "t": value.tell()}
        if depth >= MAX_DEPTH:
            raise TooBigError(f"nested more than {MAX_DEPTH} deep")
        if id(value) in self.open:
            self.copies = False
            return {"$": "cycle"}
        self.open.add(id(value))
        tree = self.inside(value, kind, depth + 1)
        self.open.discard(id(value))
        return tree

    def inside(self, value: Any, kind: type, depth: int) -> Tree:
        if kind is list:
            return self.items(value, depth)
        if kind in self.field_names:
            names = self.field_names[kind]
            parts = [*value] if issubclass(kind, tuple) else field_values(value, names)
            return {"$": "data", "t": kind.__name__, "v": self.items(parts, depth)}
        if kind is deque:
            return {"$": "deque", "t": value.maxlen, "v": self.items(value, depth)}
        if kind in _KEYED and sum(type(key) is not str for key in value) > MAX_KEYS:
            raise TooBigError(f"more than {MAX_KEYS} keys that are not text")
        if kind in _DICTS:
            if kind is dict and all(type(key) is str for key in value) and "$" not in value:
                return dict(zip(value, self.items(value.values(), depth), strict=True))
            keys = self.items(value.keys(), depth)
            pairs = zip(keys, self.items(value.values(), depth), strict=True)
            tree = {"$": kind.__name__, "v": list(map(list, pairs))}
            return {**tree, "t": _factory_name(value)} if kind is defaultdict else tree
        return {"$": kind.__name__, "v": self.items(value, depth)}


def _factory_name(value: defaultdict[Any, Any]) -> str | None:
    factory = value.default_factory
    return next((name for name, known in FACTORIES.items() if known is factory), None)


_PLAIN = frozenset((bool, type(None)))
_DICTS = frozenset(DICTS.values())
_KEYED = {*_DICTS, set, frozenset}
_CONTAINERS = {list, tuple, deque, *_KEYED}
_RANGE = ("start", "stop", "step")
