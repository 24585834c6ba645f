"""The decoding of values that judge and worker exchange.

It makes only the types listed here, within budgets, so that hostile data costs bounded time.
"""

from __future__ import annotations

import contextlib
import math
from abc import ABCMeta
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, Flag
from typing import Any, Protocol

from autograder.sandbox.introspection import MAX_REPR
from autograder.sandbox.library_values import LIBRARY_READERS
from autograder.sandbox.parts import DICT_TYPES, Parts, Stream, is_mutable

MAX_DEPTH = 60
MAX_NODES = 200_000
NODES_PER_OBJECT = 15
"""How many plain values an object in the worker counts for: its description costs more."""
MAX_INTEGER_BITS = 400_000
MAX_SAME_HASH = 50
MAX_KEYS = 10_000
MANY_VALUES, MAX_ALIKE = 5000, 200
"""In larger values, more different parts with one hash are refused: a test may make a set of them.
Powers of 2 have only 61 different hashes."""
JSON_INTEGER = 1 << 63
MAX_MAXLEN = (1 << 63) - 1
MAX_CLASSES = 20
MAX_LINE_NUMBER = 10_000_000
"""Workers report no larger line number, unless the response is forged."""

IN_WORKER = ("object", "iterator", "view", "class", "ref", "callback", "exception", "raised")
"""The tags of what stays at one end; see `Remote`."""

Tree = Any
"""A JSON value."""
_PLAIN = frozenset((str, int, bool, type(None)))


class MalformedError(ValueError):
    """The data cannot have been made by `Codec.encode`."""


@dataclass(frozen=True, eq=False)
class Foreign:
    """The judge's placeholder for an object that is not plain data; equal only to itself."""

    type_name: str
    text: str

    def __repr__(self) -> str:
        return self.text or f"<{self.type_name} object>"


class Remote(Protocol):
    """How one end represents what stays in the worker: objects and functions."""

    def describe(self, value: Any) -> Tree | None:
        """Return a tree for a value that is not data; None for any other."""

    def resolve(self, tag: str, body: Any, name: Any) -> Any:
        """Return what the other end has described, as "object" or "iterator", or named, as "ref".

        Raises:
            MalformedError: it cannot have.
        """


class Decoder:
    """Decodes one tree. It raises only what `Codec.decode` turns into a MalformedError.

    `makers` make the instances of dataclasses and named tuples from the values of all fields.
    """

    def __init__(
        self,
        types: Mapping[str, type],
        makers: Mapping[type, Callable[[list[Any]], Any]],
        texts: Mapping[object, Callable[[str], object]],
        remote: Remote | None,
        parts: Parts | None = None,
    ) -> None:
        self.remote = remote
        self.parts = parts
        self.types = types
        self.texts = texts
        self.makers = makers
        self.nodes = MAX_NODES
        self.others: dict[object, Callable[[Any, Any], Any]] = {
            "part": self.part,
            "stream": _stream,
            "foreign": _foreign,
            "cycle": lambda _body, _name: Foreign("cycle", "<the same object again>"),
            "constant": lambda body, _name: _CONSTANTS[body],
        }

    def items(self, trees: Collection[Tree], depth: int) -> list[Any]:
        """Decode trees; most are plain values, for which a call would take three times as long."""
        self.nodes -= len(trees)
        _require(self.nodes >= 0 and (depth <= MAX_DEPTH or not trees))
        return [tree if type(tree) in _PLAIN else self.item(tree, depth) for tree in trees]

    def whole(self, tree: Tree) -> Any:
        """Decode the whole tree."""
        value = self.items([tree], 0)[0]
        if self.nodes < MAX_NODES - MANY_VALUES:
            _refuse_collisions(value)
        return value

    def content(self, tree: Tree) -> Any:
        """Decode the whole content of a part, which is not made a part itself."""
        value = self.value(tree, type(tree), 0)
        if self.nodes < MAX_NODES - MANY_VALUES:
            _refuse_collisions(value)
        return value

    def item(self, tree: Tree, depth: int) -> Any:
        """Decode a tree whose own node is counted."""
        before = self.nodes
        value = self.value(tree, type(tree), depth)
        parts: Parts | None = self.parts
        kind: Any = type(value)
        if parts is not None and is_mutable(kind) and not _is_made_elsewhere(tree):
            parts.add(value, before - self.nodes)
        return value

    def value(self, tree: Tree, kind: type, depth: int) -> Any:
        if kind is list:
            return self.items(tree, depth + 1)
        if kind is dict:
            if "$" in tree:
                return self.tagged(tree["$"], tree.get("v"), tree.get("t"), depth + 1)
            return dict(zip(tree, self.items(tree.values(), depth + 1), strict=True))
        if kind is float:
            _require(math.isfinite(tree))
        return tree

    def tagged(self, tag: object, body: Any, name: Any, depth: int) -> Any:
        if tag == "data":
            return self.data(name, body, depth)
        if tag in IN_WORKER:
            return self.in_worker(str(tag), body, name)
        if tag in self.others:
            return self.others[tag](body, name)
        if tag in self.texts:
            _require(type(body) is str)
            return self.texts[tag](body)
        if tag in ("enum", "flags"):
            return self.member(tag, body, name)
        _require(type(body) is list)
        if tag == "complex":
            real, imaginary = body
            _require(type(real) is str and type(imaginary) is str)
            return complex(float(real), float(imaginary))
        if tag in DICTS:
            return self.mapping(tag, body, name, depth)
        items = self.items(body, depth)
        if tag in ("tuple", "slice"):
            return tuple(items) if tag == "tuple" else slice(*items)
        if tag == "range":
            numbers = range(*items)
            _require(not numbers[MAX_NODES:])
            return numbers
        if tag == "deque":
            _require(name is None or (type(name) is int and len(items) <= name <= MAX_MAXLEN))
            return deque(items, name)
        if tag == "set":
            return set(_hashable(items))
        _require(tag == "frozenset")
        return frozenset(_hashable(items))

    def mapping(self, tag: object, pairs: list[Any], factory: Any, depth: int) -> dict[Any, Any]:
        keys = self.items([key for key, _ in pairs], depth)
        values = self.items([value for _, value in pairs], depth)
        content = dict(zip(_hashable(keys), values, strict=True))
        if tag == "defaultdict":
            return defaultdict(FACTORIES[factory] if factory else None, content)
        return DICTS[tag](content)

    def in_worker(self, tag: str, body: Any, name: Any) -> Any:
        self.nodes -= NODES_PER_OBJECT
        _require(self.nodes >= 0)
        if self.remote:
            return self.remote.resolve(tag, body, name)
        _require(tag != "ref")
        found = described(body, name)
        return Foreign(found.class_name, found.text)

    def part(self, number: Any, _name: Any) -> Any:
        parts = self.parts or Parts()
        _require(type(number) is int and number in parts.values)
        parts.met.add(number)
        self.nodes -= parts.sizes[number]
        _require(self.nodes >= 0)
        return parts.values[number]

    def kind(self, name: Any) -> type[Any]:
        _require(type(name) is str and name in self.types)
        return self.types[name]

    def data(self, name: Any, body: Any, depth: int) -> Any:
        kind = self.kind(name)
        _require(type(body) is list and kind in self.makers)
        return self.makers[kind](self.items(body, depth))

    def member(self, tag: object, body: Any, name: Any) -> Any:
        kind = self.kind(name)
        _require(issubclass(kind, Enum) and type(body) is str)
        if tag == "enum":
            return kind[body]
        _require(issubclass(kind, Flag))
        return kind(_parse_hex(body))


@dataclass(frozen=True)
class Described:
    """An object in a worker: its class, its number there, and how messages show it.

    `classes` are the classes of the student's and the provided files that it is an instance of,
    nearest first, each as its module and name. All of it is what the worker claims.
    """

    class_name: str
    number: int
    text: str
    classes: tuple[tuple[str, str], ...]


def described(body: Any, name: Any) -> Described:
    """Validate what a worker has described.

    Raises:
        MalformedError: it is not one.
    """
    _require(type(name) is str and type(body) is list and len(body) == 3)
    number, text, classes = body
    _require(type(number) is int and 0 <= number <= MAX_MAXLEN and type(text) is str)
    _require(type(classes) is list and len(classes) <= MAX_CLASSES)
    for pair in classes:
        _require(type(pair) is list and [type(each) for each in pair] == [str, str])
    pairs = tuple((module[:MAX_REPR], each[:MAX_REPR]) for module, each in classes)
    return Described(name[:MAX_REPR], number, text[:MAX_REPR], pairs)


def _parse_hex(text: str) -> int:
    _require(len(text) <= MAX_INTEGER_BITS // 4 + 2)
    return int(text, 16)


def _parse_float(text: str) -> float:
    _require(text in ("nan", "inf", "-inf"))
    return float(text)


TEXT_READERS: dict[object, Callable[[str], object]] = {
    "int": _parse_hex,
    "float": _parse_float,
    "bytes": bytes.fromhex,
    "bytearray": bytearray.fromhex,
    **LIBRARY_READERS,
}


FACTORIES = {kind.__name__: kind for kind in (int, float, str, bool, list, dict, set, tuple)}
"""The functions that a `defaultdict` may keep; any other is None at the other end."""
DICTS: Mapping[object, type[dict[Any, Any]]] = {kind.__name__: kind for kind in DICT_TYPES}


def _foreign(text: Any, name: Any) -> Foreign:
    _require(type(name) is str and type(text) is str)
    return Foreign(name[:MAX_REPR], text[:MAX_REPR])


def _stream(text: Any, position: Any) -> Any:
    _require(type(text) is str and type(position) is int and 0 <= position <= len(text) + 1)
    stream = Stream(text)
    stream.seek(position)
    return stream


def _is_made_elsewhere(tree: Tree) -> bool:
    """Does a tree stand for an object that was not made from it?"""
    return type(tree) is dict and tree.get("$") in ("part", *IN_WORKER)


def _require(condition: bool) -> None:
    if not condition:
        raise MalformedError("a value that the codec does not produce")


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


def _refuse_collisions(value: Any) -> None:
    """Reject a value with many different parts of the same hash: 20,000 in a set take 8 s."""
    times = Counter(hash_ for hash_, _ in _hashed(value))
    often = {hash_ for hash_, count in times.items() if count > MAX_ALIKE}
    different: dict[int, list[Any]] = {hash_: [] for hash_ in often}
    for hash_, part in _hashed(value) if often else ():
        if hash_ in often and part not in different[hash_]:  # Many may be equal.
            different[hash_].append(part)
            if len(different[hash_]) > MAX_ALIKE:
                raise MalformedError("values that were chosen to collide")


def _hashed(value: Any) -> Iterator[tuple[int, Any]]:
    """Yield the parts of a value whose hashes can be chosen, each after its hash.

    Hashes of strings cannot; those of small integers differ.
    """
    waiting = [value]
    for part in waiting:  # It grows during the loop.
        kind = type(part)
        if kind in _OF_FEW_COLLISIONS or (kind is int and -JSON_INTEGER <= part < JSON_INTEGER):
            continue
        if type(kind) not in (type, ABCMeta):  # An object in its worker, which would be asked.
            continue
        if isinstance(part, (list, tuple, set, frozenset, deque)):
            waiting += part
        elif isinstance(part, dict):
            waiting += part
            waiting += part.values()
        else:
            fields = getattr(kind, "__dataclass_fields__", ())
            waiting += [getattr(part, name, None) for name in fields]
        with contextlib.suppress(TypeError):
            yield hash(part), part


_CONSTANTS = {repr(each): each for each in (..., NotImplemented)}
_OF_FEW_COLLISIONS = frozenset((str, bool, float, type(None)))
