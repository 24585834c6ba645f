"""The values that judge and worker exchange, as JSON; both use this module.

`KINDS` has the types that cross: each is written as a sequence of other values, and made of them
again. A codec adds the dataclasses, named tuples and enums of a provided file, and `LIBRARY` those
of modules that few submissions use. Text, numbers, lists and most dicts are themselves in JSON; any
other value is an object with its tag under "$". What has no kind stays where it is, and is
described, or becomes a placeholder.

Encoding goes by exact type: of a submission's classes, only `__repr__` runs, and `__hash__` of
keys. Decoding makes nothing but these types, within budgets, and runs no code of their own.
"""

from __future__ import annotations

import contextlib
import copy
import importlib
import json
import math
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, Flag
from functools import cache
from itertools import chain
from operator import index
from sys import getrefcount
from typing import Any, cast

MAX_PACKET = 4 << 20
MAX_DEPTH = 60
MAX_NODES = 200_000
CHARACTERS_PER_NODE = 16
NODES_PER_OBJECT = 15
"""How many plain values an object in the worker counts for: its description costs more. So does an
integer whose hash can be chosen: a test may make a set of all that a value has, and 40,000 with one
hash take half a minute."""
MAX_INTEGER_BITS = 400_000
MAX_KEYS = 10_000
MAX_REPR = 300
MAX_CLASSES = 20
JSON_INTEGER = 1 << 63
IN_WORKER = ("object", "iterator", "class", "type", "ref", "callback", "exception", "raised")
"""The tags of what stays at one end."""
_DECIMAL = re.compile(r"-?(?:[0-9]{1,9999}(?:\.[0-9]{1,9999})?(?:E[+-][0-9]{1,4})?|Infinity|NaN)")
"""More would make arithmetic in the judge slow."""

Tree = Any
"""A JSON value."""
Written = Sequence[Collection[Any]]
"""The values that a value consists of, in one or more collections."""


class TooBigError(ValueError):
    """The value exceeds the budgets."""


class MalformedError(ValueError):
    """The data cannot have been made by `Codec.encode`."""


@dataclass(frozen=True, eq=False)
class Placeholder:
    """The judge's placeholder for an object that is not plain data; equal only to itself."""

    type_name: str
    text: str

    def __repr__(self) -> str:
        return self.text or f"<{self.type_name} object>"


Placeholder.__name__ = "object"  # As Python's messages call it.


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

    def note(self, numbers: Iterable[int]) -> None:
        """Note that the other end has these parts as they are now."""
        self.known.update((number, copy.copy(self.values[number])) for number in numbers)

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
        self.keep(range(first), first)

    def keep_referenced(self) -> None:
        """Forget the parts that only this object refers to; inner ones have lower numbers."""
        for number in sorted(self.values, reverse=True):
            if _references(self.values, number) <= _ALONE:
                self.forget(number)


def _references(values: Mapping[int, Any], number: int) -> int:
    return getrefcount(values[number])


_ALONE = _references({0: []}, 0)


CONTAINER, MUTABLE = 1, 2


@dataclass(frozen=True)
class Kind:
    """How the values of a type cross.

    `write` returns the values that one consists of, as one or more collections, or None for a
    placeholder; `read` makes one of them all, and may raise anything if they are others. Only those
    of a CONTAINER may be of any type; of others, what `write` refuses is refused.
    """

    tag: str
    write: Callable[[Any], Written | None]
    read: Callable[[list[Any]], Any]
    flags: int = 0


class Remote:
    """What a codec knows of the other end; see `Codec`. This one has nothing."""

    passive: Callable[[], contextlib.AbstractContextManager[Any]] = contextlib.nullcontext
    """While values are decoded, objects answer for themselves."""

    def describe(self, _value: Any, _is_key: bool) -> Tree | None:
        return None

    def plain(self, _value: Any) -> Any:
        """Return the container as which an object of another class crosses; None if as itself."""
        return None

    def resolve(self, tag: str, _body: Any, _name: Any) -> Any:
        return Placeholder(tag, "")

    def sent(self, text: str) -> str:
        """Return a text in which paths are those of the other end."""
        return text

    def received(self, data: bytes) -> bytes:
        """Return what has arrived, in which paths are those of this end."""
        return data

    def path_of(self, text: str) -> Any:
        """Return the object that stands for a path here."""
        return importlib.import_module("pathlib").PurePath(text)


class Codec:
    """Encodes and decodes the values of all `KINDS`, and instances of `types`.

    A `Path` is decoded as the class `path` of `pathlib`. In the judge that is a `PurePath`, equal
    to the `Path` but without its methods that read files: a submission must not choose what the
    judge reads.

    What stays at one end is represented by its `remote`: `describe` returns a tree for it, or None
    for a placeholder, `resolve` what the other end has described. Without one it is decoded as a
    placeholder.
    """

    def __init__(
        self, types: Iterable[type] = (), path: str = "PurePath", remote: Remote | None = None
    ) -> None:
        self.remote = remote
        self.types = {kind.__name__: kind for kind in types}
        self.kinds = {**KINDS, **{kind: _provided(kind) for kind in self.types.values()}}
        every = [*self.kinds.values(), *LIBRARY.values(), _library("pathlib", path, tag="Path")]
        self.readers = {kind.tag: kind for kind in every}

    def with_remote(self, remote: Remote) -> Codec:
        """Return a codec for the same types that represents what stays in the worker."""
        made = copy.copy(self)
        made.remote = remote
        path = Kind("Path", _write_text, lambda items: remote.path_of(*items))
        made.readers = {**self.readers, "Path": path}
        return made

    def encode(self, value: object, parts: Parts | None = None) -> Tree:
        """Encode a value as a tree. Shared parts are repeated, cycles become placeholders.

        With `parts`, a mutable part that is among them is encoded as its number instead; new ones
        are added.

        Raises:
            TooBigError: deeper, longer or larger than the budgets.
        """
        return Encoder(self, parts).encode(value)

    def decode(self, tree: Tree, parts: Parts | None = None) -> Any:
        """Decode a tree. Mutable parts that are made for it are added to the `parts`.

        Raises:
            MalformedError: the tree is invalid or exceeds the budgets.
        """
        return Decoder(self, parts).decode(tree)

    def decode_content(self, tree: Tree, number: int, parts: Parts) -> Any:
        """Decode the content that the part of this number has at the other end, as in `decode`."""
        decoder = Decoder(self, parts)
        value = decoder.decode(tree, of_part=True)
        if number in parts.values:
            parts.sizes[number] = MAX_NODES - decoder.nodes
        return value


class Encoder:
    """Encodes one value."""

    def __init__(self, codec: Codec, parts: Parts | None) -> None:
        self.kinds, self.remote, self.parts = codec.kinds, codec.remote, parts
        self.nodes = MAX_NODES
        self.first = parts.count if parts else 0
        self.open: set[int] = set()
        self.keys = 0
        """How many collections of `Keys` are being encoded, one inside another."""
        self.copies = True
        """Whether all so far is decoded as a copy: nothing of other types, no cycle."""

    def encode(self, value: object, *, of_part: bool = False) -> Tree:
        """Encode a value as in `Codec.encode`, or what a part consists of."""
        try:
            return (
                self.content(value, self.kinds[type(value)]) if of_part else self.items([value])[0]
            )
        except BaseException:
            if self.parts:
                self.parts.take_back(self.first)
            raise

    def encode_part(self, number: int) -> Tree:
        """Encode the content of the part of this number."""
        assert self.parts is not None
        tree = self.encode(self.parts.values[number], of_part=True)
        self.parts.sizes[number] = MAX_NODES - self.nodes
        return tree

    def items(self, values: Collection[Any]) -> list[Tree]:
        """Encode values; most are plain, for which a call would take three times as long."""
        self.spend(len(values))
        return [
            value
            if ((kind := type(value)) is int and -JSON_INTEGER <= value < JSON_INTEGER)
            or kind is bool
            or value is None
            or (kind is str and len(value) < CHARACTERS_PER_NODE)
            else self.item(value, kind)
            for value in values
        ]

    def item(self, value: Any, kind: type) -> Tree:
        """Encode a value whose own node is counted."""
        if kind is str:
            self.spend(len(value) // CHARACTERS_PER_NODE)
            return self.remote.sent(value) if self.remote else value
        if kind is float and math.isfinite(value):
            return value
        found, parts = self.kinds.get(kind), self.parts
        if found is None:
            return self.other(value, kind)
        if kind is int:
            self.spend(NODES_PER_OBJECT)
        if parts is None or not found.flags & MUTABLE or id(value) in self.open:
            return self.content(value, found)
        if (number := parts.numbers.get(id(value))) is not None:
            parts.met.add(number)
            self.spend(parts.sizes[number])
            self.copies &= number >= self.first
            return {"$": "part", "v": number}
        before = self.nodes
        tree = self.content(value, found)
        parts.add(value, before - self.nodes)
        return tree

    def content(self, value: Any, kind: Kind) -> Tree:
        if len(self.open) > MAX_DEPTH:
            raise TooBigError(f"nested more than {MAX_DEPTH} deep")
        if id(value) in self.open:
            self.copies = False
            return {"$": "foreign", "v": ["cycle", "<the same object again>"]}
        self.open.add(id(value))
        if type(value) is list:
            tree: Tree = self.items(value)
        elif type(value) is dict and "$" not in value and all(type(key) is str for key in value):
            tree = dict(zip(value, self.items(value.values()), strict=True))
        elif (inside := kind.write(value)) is None:
            tree = self.placeholder(value)
        else:
            tree = {"$": kind.tag, "v": [tree for each in inside for tree in self.inside(each)]}
        self.open.discard(id(value))
        return tree

    def inside(self, values: Collection[Any]) -> list[Tree]:
        is_keys = type(values) is Keys
        self.keys += is_keys
        trees = self.items(values)
        self.keys -= is_keys
        return trees

    def other(self, value: Any, kind: type) -> Tree:
        self.copies = False
        place = str(kind.__module__).partition(".")[0], kind.__name__
        if place in LIBRARY and kind is library_class(*place):
            return self.content(value, LIBRARY[place])
        if not self.remote:
            return self.placeholder(value)
        if id(value) not in self.open and (plain := self.remote.plain(value)) is not None:
            self.open.add(id(value))
            tree = self.item(plain, type(plain))
            self.open.discard(id(value))
            return tree
        if (tree := self.remote.describe(value, self.keys > 0)) is not None:
            self.spend(NODES_PER_OBJECT)
            return tree
        return self.placeholder(value)

    def placeholder(self, value: object) -> Tree:
        self.copies = False
        return {"$": "foreign", "v": [type_name(type(value)), short_repr(value)]}

    def spend(self, nodes: int) -> None:
        self.nodes -= nodes
        if self.nodes < 0:
            raise TooBigError(f"more than {MAX_NODES} values")


class Decoder:
    """Decodes one tree. Meanwhile, its `remote` is passive."""

    def __init__(self, codec: Codec, parts: Parts | None) -> None:
        self.readers, self.remote, self.parts = codec.readers, codec.remote, parts
        self.nodes = MAX_NODES
        self.depth = 0

    def decode(self, tree: Tree, *, of_part: bool = False) -> Any:
        """Decode a tree as in `Codec.decode`, or what a part consists of."""
        try:
            with self.remote.passive() if self.remote else contextlib.nullcontext():
                return self.content(tree)[0] if of_part else self.items([tree])[0]
        except MalformedError:
            raise
        except Exception as error:  # There may be too few values, or keys without a hash.
            raise MalformedError(f"{type(error).__name__}: {str(error)[:80]}") from None

    def items(self, trees: Collection[Tree]) -> list[Any]:
        """Decode trees; most are plain values, for which a call would take three times as long."""
        self.spend(len(trees))
        return [
            tree
            if ((kind := type(tree)) is int and -JSON_INTEGER <= tree < JSON_INTEGER)
            or kind is str
            or kind is bool
            or tree is None
            else self.item(tree)
            for tree in trees
        ]

    def item(self, tree: Tree) -> Any:
        """Decode a tree whose own node is counted."""
        if type(tree) is float:
            require(math.isfinite(tree))
            return tree
        if type(tree) is int:
            self.spend(NODES_PER_OBJECT)
            return tree
        before = self.nodes
        self.depth += 1
        require(self.depth <= MAX_DEPTH + 1)
        value, is_mutable = self.content(tree)
        self.depth -= 1
        if is_mutable and self.parts is not None:
            self.parts.add(value, before - self.nodes)
        return value

    def content(self, tree: Tree) -> tuple[Any, bool]:
        """Decode a tree that is no plain value; also return whether it is a new mutable part."""
        if type(tree) is list:
            return self.items(tree), True
        if "$" not in tree:
            return dict(zip(tree, self.items(tree.values()), strict=True)), True
        tag, body = tree["$"], tree["v"]
        if tag in self.readers:
            return self.made(self.readers[tag], self.items(body))
        if tag == "part":
            return self.part(body), False
        if tag == "foreign":
            require([type(text) for text in body] == [str, str])
            return Placeholder(*(text[:MAX_REPR] for text in body)), False
        require(tag in IN_WORKER)
        self.spend(NODES_PER_OBJECT)
        if self.remote:
            return self.remote.resolve(tag, body, tree.get("t")), False
        require(tag != "ref")
        return Placeholder(tag, ""), False

    def made(self, kind: Kind, items: list[Any]) -> tuple[Any, bool]:
        is_container = kind.flags & CONTAINER
        require(is_container or all(type(item) in ATOMS for item in items))
        value = kind.read(items)
        require(is_container or kind.write(value) is not None)  # It could have been sent.
        if type(value) is int:
            self.spend(NODES_PER_OBJECT)
        return value, bool(kind.flags & MUTABLE)

    def part(self, number: Any) -> Any:
        parts = self.parts or Parts()
        require(type(number) is int and number in parts.values)
        parts.met.add(number)
        self.spend(parts.sizes[number])
        return parts.values[number]

    def spend(self, nodes: int) -> None:
        self.nodes -= nodes
        require(self.nodes >= 0)


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


def require(condition: object) -> None:
    """Raise a MalformedError unless the condition holds."""
    if not condition:
        raise MalformedError("unexpected data")


def types_of(module: str) -> list[type]:
    """Return the dataclasses, named tuples and enums that a module defines itself; none for ""."""
    if not module:
        return []
    values = vars(importlib.import_module(module)).values()
    kinds = [kind for kind in values if isinstance(kind, type) and kind.__module__ == module]
    return [k for k in kinds if is_dataclass(k) or is_named_tuple(k) or issubclass(k, Enum)]


def is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and type(getattr(kind, "_fields", None)) is tuple


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a dataclass or a named tuple."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    names: tuple[str, ...] = kind._fields
    return names


def type_name(kind: type) -> str:
    """Return a class's name without calling its metaclass."""
    name = type.__dict__["__qualname__"].__get__(kind)
    return str.__str__(name)[:MAX_REPR]


def short_repr(value: object) -> str:
    """Return `repr(value)`, shortened; a submission's own `__repr__` may raise."""
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type_name(type(value))} object, whose repr raised {type_name(type(error))}>"
    return text[:MAX_REPR]


def is_mutable(kind: Any) -> bool:
    """Are the values of a type that crosses mutable?"""
    if is_dataclass(kind):
        return not cast(Any, kind).__dataclass_params__.frozen
    return kind in KINDS and bool(KINDS[kind].flags & MUTABLE)


def _provided(kind: type[Any]) -> Kind:
    """Return the kind of a dataclass, a named tuple or an enum. A dot sets its tag apart."""
    tag = f".{kind.__name__}"
    if issubclass(kind, Enum):
        return _enum(tag, kind)
    if not is_dataclass(kind):
        return Kind(tag, lambda value: (value,), kind._make, CONTAINER)
    names = field_names(kind)
    known = {*names}

    def write(value: Any) -> Written:
        inside = [getattr(value, name, None) for name in names]
        own = getattr(value, "__dict__", {})
        others = {} if own.keys() <= known else {k: own[k] for k in own if k not in known}
        return (inside, [others] if others else [])

    def read(items: list[Any]) -> Any:
        made, others = object.__new__(kind), items[len(names) :]
        for name, value in zip(names, items[: len(names)], strict=True):
            object.__setattr__(made, name, value)
        for name, value in chain.from_iterable(each.items() for each in others):
            # What its class has, or could have for Python, stays what it is.
            if name not in known and not (name.startswith("__") or hasattr(kind, name)):
                object.__setattr__(made, name, value)
        return made

    return Kind(tag, write, read, CONTAINER | (MUTABLE if is_mutable(kind) else 0))


def _enum(tag: str, kind: type[Enum]) -> Kind:
    """Return the kind of an enum: a member is its name, flags are their number."""

    def write(value: Any) -> Written | None:
        name = getattr(value, "_name_", None)
        return ([name],) if type(name) is str and name in kind._member_map_ else None

    def write_flags(value: Any) -> Written | None:
        number = getattr(value, "_value_", None)
        return ([number],) if type(number) is int and number >= 0 else None

    if issubclass(kind, Flag):
        return Kind(tag, write_flags, lambda items: kind(*items))
    return Kind(tag, write, lambda items: kind._member_map_[items[0]])


def _write_integer(value: int) -> Written:
    if value.bit_length() > MAX_INTEGER_BITS:
        raise TooBigError(f"an integer of more than {MAX_INTEGER_BITS} bits")
    return ([f"{value:x}"],)


def _write_hex(value: bytes | bytearray) -> Written:
    return ([value.hex()],)


def _write_range(value: range) -> Written | None:
    return None if value[MAX_NODES:] else ([value.start, value.stop, value.step],)


class Keys(tuple[Any, ...]):
    """The keys of a dict, or the items of a set: objects are sent with their hashes."""

    __slots__ = ()


def _write_keys(keys: Collection[Any]) -> tuple[Keys]:
    """Limit keys that may have been chosen to collide; hashes of text cannot be chosen."""
    if sum(type(key) is not str for key in keys) > MAX_KEYS:
        raise TooBigError(f"more than {MAX_KEYS} keys that are not text")
    return (Keys(keys),)


def _write_dict(value: dict[Any, Any]) -> Written:
    return (*_write_keys(value.keys()), value.values())


def _read_dict(items: list[Any]) -> dict[Any, Any]:
    half = len(items) // 2
    _write_keys(items[:half])
    return dict(zip(items[:half], items[half:], strict=True))


def _set_of(kind: type[set[Any]] | type[frozenset[Any]], flags: int) -> Kind:
    return Kind(kind.__name__, _write_keys, lambda items: kind(_write_keys(items)[0]), flags)


def _dict_like(kind: type[dict[Any, Any]]) -> Kind:
    def read(items: list[Any]) -> dict[Any, Any]:
        return kind(_read_dict(items))

    return Kind(kind.__name__, _write_dict, read, CONTAINER | MUTABLE)


def _write_defaultdict(value: defaultdict[Any, Any]) -> Written:
    factory = value.default_factory
    name = next((name for name, known in FACTORIES.items() if known is factory), None)
    return ([name], *_write_dict(value))


def _read_defaultdict(items: list[Any]) -> defaultdict[Any, Any]:
    name = items.pop(0)
    return defaultdict(FACTORIES[name] if name is not None else None, _read_dict(items))


def _write_deque(value: deque[Any]) -> Written:
    return ([value.maxlen], value)


def _attributes(*names: str) -> Callable[[Any], Written]:
    return lambda value: ([getattr(value, name) for name in names],)


def _write_text(value: Any) -> Written | None:
    """Write a value as its text. A zone of another class than `timezone` has code of its own."""
    zone = getattr(value, "tzinfo", None)
    own = zone is not None and type(zone) is not sys.modules["datetime"].timezone
    return None if own else ([str(value)],)


def _write_decimal(value: Any) -> Written | None:
    return ([str(value)],) if _DECIMAL.fullmatch(str(value)) else None


def _read_fraction(items: list[int]) -> Any:
    """Make one of integers: of a text, it would compute any power of ten."""
    return library_class("fractions", "Fraction")(*map(index, items))


@cache
def library_class(module: str, name: str) -> Any:
    """Return a class of the library; None if its module lacks it. A test may replace it there."""
    return getattr(importlib.import_module(module), name, None)


def keep_library(module: str) -> None:
    """Keep the classes of a module in which something is replaced."""
    for place in LIBRARY:
        if place[0] == module:
            library_class(*place)


def _library(
    module: str, maker: str, write: Callable[[Any], Written | None] = _write_text, tag: str = ""
) -> Kind:
    """Return the kind of a class of a module, whose values it or a method of it makes."""
    name, _, method = maker.partition(".")

    def read(items: list[Any]) -> Any:
        made = library_class(module, name)
        return (getattr(made, method) if method else made)(*items)

    return Kind(tag or name, write, read)


ATOMS = (str, int, float, bool, type(None))
FACTORIES = {kind.__name__: kind for kind in (int, float, str, bool, list, dict, set, tuple)}
"""The functions that a `defaultdict` may keep; any other is None at the other end."""
DICT_TYPES: tuple[type[dict[Any, Any]], ...] = (dict, Counter, OrderedDict, defaultdict)
_VIEWS = (
    Kind("dict_keys", _write_keys, lambda items: dict.fromkeys(items).keys(), CONTAINER),
    Kind("dict_values", lambda v: (v,), lambda v: dict(enumerate(v)).values(), CONTAINER),
    Kind("dict_items", lambda v: _write_dict(dict(v)), lambda v: _read_dict(v).items(), CONTAINER),
)
_BOUNDS = _attributes("start", "stop", "step")
_SPAN = _attributes("days", "seconds", "microseconds")
KINDS: dict[type, Kind] = {
    int: Kind("int", _write_integer, lambda items: int(items[0], 16)),
    float: Kind("float", lambda value: ([repr(value)],), lambda items: float(*items)),
    complex: Kind("complex", _attributes("real", "imag"), lambda items: complex(*items)),
    bytes: Kind("bytes", _write_hex, lambda items: bytes.fromhex(*items)),
    bytearray: Kind("bytearray", _write_hex, lambda items: bytearray.fromhex(*items), MUTABLE),
    range: Kind("range", _write_range, lambda items: range(*items)),
    slice: Kind("slice", _BOUNDS, lambda items: slice(*items), CONTAINER),
    type(...): Kind("...", lambda _: (), lambda _: ...),
    type(NotImplemented): Kind("NotImplemented", lambda _: (), lambda _: NotImplemented),
    list: Kind("list", lambda value: (value,), list, CONTAINER | MUTABLE),
    tuple: Kind("tuple", lambda value: (value,), tuple, CONTAINER),
    set: _set_of(set, CONTAINER | MUTABLE),
    frozenset: _set_of(frozenset, CONTAINER),
    deque: Kind(
        "deque", _write_deque, lambda items: deque(items[1:], items[0]), CONTAINER | MUTABLE
    ),
    **{
        type(view): kind
        for each in (dict[Any, Any](), OrderedDict[Any, Any]())
        for view, kind in zip((each.keys(), each.values(), each.items()), _VIEWS, strict=True)
    },
    **{kind: _dict_like(kind) for kind in (dict, Counter, OrderedDict)},
    defaultdict: Kind("defaultdict", _write_defaultdict, _read_defaultdict, CONTAINER | MUTABLE),
}
PLAIN_TYPES = {kind.__name__: kind for kind in (*KINDS, str, bool, type(None), object)}
LIBRARY: dict[tuple[str, str], Kind] = {
    ("decimal", "Decimal"): _library("decimal", "Decimal", _write_decimal),
    ("fractions", "Fraction"): Kind(
        "Fraction", _attributes("numerator", "denominator"), _read_fraction
    ),
    ("datetime", "timedelta"): _library("datetime", "timedelta", _SPAN),
    **{
        ("datetime", name): _library("datetime", f"{name}.fromisoformat")
        for name in ("date", "datetime", "time")
    },
    **{
        ("pathlib", name): _library("pathlib", name, tag="" if name.startswith("Pure") else "Path")
        for name in ("PurePosixPath", "PureWindowsPath", "PosixPath", "WindowsPath")
    },
}
"""By module and name: their modules are imported for the first value that is read."""
