"""The encoding of values that judge and worker exchange; both use it.

A value is a tree of built-in values, text streams (decoded with all of their text still to be read)
and dataclasses that the assignment names. It is sent as JSON; what JSON cannot represent is an
object with its type under the key "$". Encoding goes by exact type, so `repr` is the only method
of a submission's classes that runs. Decoding makes only the types listed here, within budgets, so
that a hostile response costs bounded time.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from autograder.sandbox.introspection import MAX_REPR, field_value, short_repr, type_name

MAX_DEPTH = 60
MAX_NODES = 200_000
MAX_INTEGER_BITS = 400_000
MAX_SAME_HASH = 50
MAX_KEYS = 10_000
MAX_FRAME = 4 << 20
CHARACTERS_PER_NODE = 16
JSON_INTEGER = 1 << 63

Tree = Any
"""A JSON value."""


class TooBigError(ValueError):
    """The value exceeds the budgets."""


class MalformedError(ValueError):
    """The data cannot have been made by `Codec.encode`."""


@dataclass(frozen=True, eq=False)
class Foreign:
    """The judge's placeholder for an object that is not plain data; equal only to itself."""

    type_name: str
    text: str

    def __repr__(self) -> str:
        return self.text or f"<{self.type_name} object>"


def dumps(tree: Tree) -> bytes:
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
    """Encodes and decodes built-in values and instances of `types`."""

    def __init__(self, types: Iterable[type] = ()) -> None:
        self.types: Mapping[str, type] = {kind.__name__: kind for kind in types}
        self._field_names = {
            kind: tuple(field.name for field in fields(kind)) for kind in self.types.values()
        }

    def encode(self, value: object) -> Tree:
        """Encode a value as a tree. Shared parts are repeated, cycles become placeholders.

        Raises:
            TooBigError: deeper, longer or larger than the budgets.
        """
        return _Encoder(self._field_names).encode(value, 0)

    def decode(self, tree: Tree) -> Any:
        """Decode a tree.

        Raises:
            MalformedError: the tree is invalid or exceeds the budgets.
        """
        try:
            return _Decoder(self.types, self._field_names).decode(tree, 0)
        except MalformedError:
            raise
        except Exception as error:  # A dataclass may validate its fields.
            raise MalformedError(f"{type(error).__name__}: {str(error)[:80]}") from None


class _Encoder:
    def __init__(self, field_names: Mapping[type, tuple[str, ...]]) -> None:
        self.field_names = field_names
        self.nodes = MAX_NODES
        self.open: set[int] = set()

    def encode(self, value: Any, depth: int) -> Tree:
        kind = type(value)
        self.spend(1)
        if kind is str:
            self.spend(len(value) // CHARACTERS_PER_NODE)
            return value
        if value is None or kind is bool:
            return value
        if kind is int:
            return self.integer(value)
        if kind is float:
            return value if math.isfinite(value) else {"$": "float", "v": repr(value)}
        if kind is bytes or kind is bytearray:
            self.spend(len(value) // CHARACTERS_PER_NODE)
            return {"$": kind.__name__, "v": value.hex()}
        if kind is complex:
            return {"$": "complex", "v": [repr(value.real), repr(value.imag)]}
        if kind is range:
            if value[MAX_NODES:]:
                raise TooBigError(f"more than {MAX_NODES} values")
            return {"$": "range", "v": [self.integer(getattr(value, name)) for name in _RANGE]}
        if kind is io.StringIO:
            text = value.getvalue()
            self.spend(len(text) // CHARACTERS_PER_NODE)
            return {"$": "stream", "v": text}
        if kind in _CONTAINERS or kind in self.field_names:
            return self.container(value, kind, depth)
        return {"$": "foreign", "t": type_name(kind), "v": short_repr(value)}

    def spend(self, nodes: int) -> None:
        self.nodes -= nodes
        if self.nodes < 0:
            raise TooBigError(f"more than {MAX_NODES} values")

    def integer(self, value: int) -> Tree:
        if -JSON_INTEGER <= value < JSON_INTEGER:
            return value
        if value.bit_length() > MAX_INTEGER_BITS:
            raise TooBigError(f"an integer of more than {MAX_INTEGER_BITS} bits")
        return {"$": "int", "v": f"{value:x}"}

    def container(self, value: Any, kind: type, depth: int) -> Tree:
        if depth >= MAX_DEPTH:
            raise TooBigError(f"nested more than {MAX_DEPTH} deep")
        if id(value) in self.open:
            return {"$": "cycle"}
        self.open.add(id(value))
        try:
            return self.inside(value, kind, depth + 1)
        finally:
            self.open.discard(id(value))

    def inside(self, value: Any, kind: type, depth: int) -> Tree:
        if kind in _KEYED and sum(type(key) is not str for key in value) > MAX_KEYS:
            raise TooBigError(f"more than {MAX_KEYS} keys that are not text")
        if kind is list:
            return [self.encode(item, depth) for item in value]
        if kind is dict:
            if all(type(key) is str for key in value) and "$" not in value:
                return {key: self.encode(item, depth) for key, item in value.items()}
            pairs = [[self.encode(k, depth), self.encode(v, depth)] for k, v in value.items()]
            return {"$": "dict", "v": pairs}
        if kind in self.field_names:
            names = self.field_names[kind]
            items = [self.encode(field_value(value, name), depth) for name in names]
            return {"$": "data", "t": kind.__name__, "v": items}
        return {"$": kind.__name__, "v": [self.encode(item, depth) for item in value]}


class _Decoder:
    def __init__(
        self, types: Mapping[str, type], field_names: Mapping[type, tuple[str, ...]]
    ) -> None:
        self.types = types
        self.field_names = field_names
        self.nodes = MAX_NODES

    def decode(self, tree: Tree, depth: int) -> Any:
        self.nodes -= 1
        _demand(self.nodes >= 0 and depth <= MAX_DEPTH)
        kind = type(tree)
        if kind is list:
            return [self.decode(item, depth + 1) for item in tree]
        if kind is dict:
            if "$" in tree:
                return self.tagged(tree["$"], tree.get("v"), tree.get("t"), depth + 1)
            return {key: self.decode(item, depth + 1) for key, item in tree.items()}
        if kind is float:
            _demand(math.isfinite(tree))
        return tree

    def tagged(self, tag: object, body: Any, name: Any, depth: int) -> Any:
        if tag == "cycle":
            return Foreign("cycle", "<the same object again>")
        if tag == "foreign":
            _demand(type(name) is str and type(body) is str)
            return Foreign(name[:MAX_REPR], body[:MAX_REPR])
        if tag in _TEXTS:
            _demand(type(body) is str)
            return _TEXTS[tag](body)
        _demand(type(body) is list)
        if tag == "data":
            return self.data(name, body, depth)
        if tag == "complex":
            real, imaginary = body
            _demand(type(real) is str and type(imaginary) is str)
            return complex(float(real), float(imaginary))
        if tag == "dict":
            keys = [self.decode(key, depth) for key, _ in body]
            return dict(zip(_hashable(keys), [self.decode(v, depth) for _, v in body], strict=True))
        items = [self.decode(item, depth) for item in body]
        if tag == "tuple":
            return tuple(items)
        if tag == "range":
            numbers = range(*items)
            _demand(not numbers[MAX_NODES:])
            return numbers
        if tag == "set":
            return set(_hashable(items))
        _demand(tag == "frozenset")
        return frozenset(_hashable(items))

    def data(self, name: Any, body: list[Tree], depth: int) -> Any:
        _demand(type(name) is str and name in self.types)
        kind = self.types[name]
        _demand(len(body) == len(self.field_names[kind]))
        values = [self.decode(item, depth) for item in body]
        return kind(**dict(zip(self.field_names[kind], values, strict=True)))


_KEYED = {dict, set, frozenset}
_CONTAINERS = {list, tuple, *_KEYED}
_RANGE = ("start", "stop", "step")


def _parse_hex(text: str) -> int:
    _demand(len(text) <= MAX_INTEGER_BITS // 4 + 2)
    return int(text, 16)


def _parse_float(text: str) -> float:
    _demand(text in ("nan", "inf", "-inf"))
    return float(text)


_TEXTS: dict[object, Callable[[str], object]] = {
    "int": _parse_hex,
    "float": _parse_float,
    "bytes": bytes.fromhex,
    "bytearray": bytearray.fromhex,
    "stream": io.StringIO,
}


def _demand(condition: bool) -> None:
    if not condition:
        raise MalformedError("a value that the codec does not make")


def _hashable(keys: list[Any]) -> list[Any]:
    """Reject keys chosen to collide: inserting 40,000 with one hash into a dict takes seconds.

    Keys with different hashes can collide too, so the number of keys is limited. Hashes of text
    cannot be chosen.
    """
    others = [key for key in keys if type(key) is not str]
    if len(others) > MAX_KEYS:
        raise MalformedError(f"more than {MAX_KEYS} keys that are not text")
    if len(others) > MAX_SAME_HASH:
        hashes = sorted(map(hash, others))
        pairs = zip(hashes, hashes[MAX_SAME_HASH:], strict=False)
        if any(low == high for low, high in pairs):
            raise MalformedError("keys that were chosen to collide")
    return keys
