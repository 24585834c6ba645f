"""The codec: plain data and the named dataclasses round-trip, everything else is refused."""

from __future__ import annotations

import contextlib
import io
import math
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from enum import Enum, Flag, IntEnum
from fractions import Fraction
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.codec import (
    MAX_DEPTH,
    MAX_INTEGER_BITS,
    MAX_NODES,
    Codec,
    Foreign,
    MalformedError,
    TooBigError,
    dumps,
    loads,
)
from autograder.sandbox.library_values import LIBRARY_READERS


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any


@dataclass
class Board:
    cells: list[Any]


class Color(Enum):
    RED = "r"
    GREEN = "g"


class Level(IntEnum):
    LOW = 1


class Right(Flag):
    READ = 1
    WRITE = 2


class Move(NamedTuple):
    name: Any
    to: Any


@dataclass
class Counted:
    items: list[Any]
    count: int = field(init=False)

    def __post_init__(self) -> None:
        self.count = len(self.items)


CODEC = Codec([Point, Board, Color, Level, Right, Move, Counted])
zones = st.none() | st.builds(
    timezone,
    st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(
        lambda delta: timedelta(minutes=delta // timedelta(minutes=1))
    ),
)
words = st.text("abc/.\\", max_size=9)
library = (
    st.decimals(allow_nan=False).filter(
        lambda number: not number.is_finite() or abs(number.adjusted()) < 9000
    )
    | st.fractions()
    | st.dates()
    | st.datetimes(timezones=zones)
    | st.times(timezones=zones)
    | st.timedeltas()
    | st.builds(PurePosixPath, words)
    | st.builds(PureWindowsPath, words)
)
members = st.sampled_from([*Color, *Level, *Right, Right.READ | Right.WRITE, Right(0)])

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.complex_numbers(allow_nan=False)
    | st.builds(range, st.integers(-99, 99), st.integers(-99, 99), st.integers(1, 9))
    | library
    | members
)
keys = st.integers() | st.text() | st.tuples(st.integers(), st.text()) | st.binary() | members
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(keys, inner)
        | st.sets(keys)
        | st.frozensets(keys)
        | st.builds(Point, inner, inner)
        | st.builds(Board, st.lists(inner))
        | st.builds(Move, inner, inner)
        | st.builds(Counted, st.lists(inner))
        | st.builds(deque, st.lists(inner, max_size=3), st.none() | st.integers(3, 99))
    ),
    max_leaves=20,
)


def there_and_back(value: object) -> Any:
    return CODEC.decode(loads(dumps(CODEC.encode(value))))


def kinds(value: Any) -> Any:
    """The types all the way down, since 1 == True == 1.0."""
    if isinstance(value, (list, tuple, deque)):
        return type(value), [kinds(item) for item in value]
    if isinstance(value, dict):
        return dict, [(kinds(key), kinds(item)) for key, item in value.items()]
    if isinstance(value, Point):
        return Point, kinds(value.x), kinds(value.y)
    return type(value)


@given(values)
def test_round_trip(value: Any) -> None:
    back = there_and_back(value)
    assert back == value
    assert kinds(back) == kinds(value)


def test_not_a_number_round_trips() -> None:
    assert math.isnan(there_and_back(math.nan))


def test_dataclass_keeps_a_field_that_was_changed_after_it_was_made() -> None:
    counted = Counted([1])
    counted.count = 7
    assert there_and_back(counted).count == 7


def test_deque_keeps_its_length() -> None:
    assert there_and_back(deque([1, 2], 3)).maxlen == 3


def test_path_is_pure_in_the_judge_and_a_path_in_the_worker() -> None:
    """It is equal to what a test expects, but nothing is read through it by accident."""
    path = there_and_back(Path("a/b"))
    assert path == Path("a/b")
    assert not isinstance(path, Path)
    worker = Codec(path="Path")
    assert type(worker.decode(CODEC.encode(Path("a")))) is type(Path())
    assert type(worker.decode(CODEC.encode(PurePath("a")))) is type(PurePath())


class Zone(tzinfo):
    def utcoffset(self, _: datetime | None) -> timedelta:
        raise RuntimeError("code of a submission")

    dst = utcoffset

    def tzname(self, _: datetime | None) -> str:
        raise RuntimeError("code of a submission")


class Subclass(Decimal):
    def __str__(self) -> str:
        raise RuntimeError("code of a submission")


class OwnColor(Enum):
    RED = "r"


def _tampered() -> Fraction:
    value = Fraction(1, 2)
    value._numerator = "x"  # type: ignore[attr-defined]
    return value


def _of_no_name() -> Color:
    member = object.__new__(Color)
    member._name_ = "PURPLE"
    return member


PLACEHOLDERS = {
    "zone of its own": time(1, tzinfo=Zone()),
    "subclass": Subclass(1),
    "enum of its own": OwnColor.RED,
    "fraction that is none": _tampered(),
    "member that is none": _of_no_name(),
    "signalling decimal": Decimal("sNaN"),
    "huge decimal": Decimal("1E+99999"),
    "huge fraction": Fraction(1, 1 << 300_000),
}


@pytest.mark.parametrize("value", PLACEHOLDERS.values(), ids=PLACEHOLDERS)
def test_what_is_not_safe_becomes_a_placeholder(value: object) -> None:
    assert type(there_and_back([value])[0]) is Foreign


def test_not_a_decimal_number_round_trips() -> None:
    assert there_and_back(Decimal("-Infinity")) == Decimal("-Infinity")
    assert there_and_back(Decimal("NaN")).is_nan()


def test_stream_is_decoded_at_its_start() -> None:
    stream = io.StringIO("one\ntwo\n")
    stream.readline()
    assert CODEC.decode(loads(dumps(CODEC.encode([stream]))))[0].read() == "one\ntwo\n"


def test_unpaired_surrogate_round_trips() -> None:
    assert there_and_back("\ud800") == "\ud800"


class Sly(list[int]):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


@pytest.mark.parametrize("value", [object(), Sly([1]), print, int, {1: Sly()}, iter([1])])
def test_other_objects_become_placeholders_equal_to_nothing(value: object) -> None:
    back = there_and_back(value)
    token = back[1] if isinstance(back, dict) else back
    assert type(token) is Foreign
    others: list[Any] = [[1], 1, "", None]
    assert all(token != other for other in others)


def test_repr_that_raises_is_reported() -> None:
    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    name = "test_repr_that_raises_is_reported.<locals>.Broken"
    assert repr(there_and_back(Broken())) == f"<{name} object, whose repr raised RuntimeError>"


def test_cycle_becomes_a_placeholder() -> None:
    loop: list[Any] = [1]
    loop.append(loop)
    assert repr(there_and_back(loop)) == "[1, <the same object again>]"


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_depth_up_to_the_limit() -> None:
    assert there_and_back(nested(MAX_DEPTH)) == nested(MAX_DEPTH)


TOO_BIG = {
    "too deep": nested(MAX_DEPTH + 1),
    "too many": [0] * MAX_NODES,
    "too long a text": "x" * (MAX_NODES * 17),
    "too long bytes": b"x" * (MAX_NODES * 17),
    "too many keys": dict.fromkeys(range(10001), 0),
    "too large an integer": 1 << (MAX_INTEGER_BITS + 1),
    "too long a range": range(10**30),
}


@pytest.mark.parametrize("value", TOO_BIG.values(), ids=TOO_BIG)
def test_budgets(value: object) -> None:
    with pytest.raises(TooBigError):
        CODEC.encode(value)


COLLIDING = [i * ((1 << 61) - 1) for i in range(60)]

MALFORMED = {
    "unknown kind": {"$": "pickle", "v": []},
    "unknown class": {"$": "data", "t": "Popen", "v": []},
    "class by attribute": {"$": "data", "t": ["Point"], "v": [1, 2]},
    "fields missing": {"$": "data", "t": "Point", "v": [1]},
    "no body": {"$": "tuple"},
    "body no list": {"$": "set", "v": "abc"},
    "unhashable": {"$": "set", "v": [[1]]},
    "hex": {"$": "int", "v": "xyz"},
    "float": {"$": "float", "v": "1e5"},
    "range of step 0": {"$": "range", "v": [1, 2, 0]},
    "many keys": {"$": "set", "v": list(range(10_001))},
    "range without end": {"$": "range", "v": [0, 1 << 62, 1]},
    "half a pair": {"$": "dict", "v": [[1]]},
    "complex": {"$": "complex", "v": [[], 1]},
    "same hash": {"$": "set", "v": [{"$": "int", "v": f"{i:x}"} for i in COLLIDING]},
    "too deep": nested(MAX_DEPTH + 2),
    "too many": [0] * (MAX_NODES + 1),
    "decimal": {"$": "Decimal", "v": "1E+99999"},
    "decimal that raises": {"$": "Decimal", "v": "sNaN"},
    "fraction of zero": {"$": "Fraction", "v": "1/0"},
    "long fraction": {"$": "Fraction", "v": "1/" + "f" * 200_000},
    "no day": {"$": "date", "v": "2026-02-30"},
    "no time": {"$": "time", "v": "x" * 100_000},
    "span": {"$": "timedelta", "v": "999999999 99999 1 1"},
    "longest span": {"$": "timedelta", "v": "999999999 99999 1"},
    "path of a list": {"$": "Path", "v": []},
    "unknown member": {"$": "enum", "t": "Color", "v": "BLUE"},
    "attribute of an enum": {"$": "enum", "t": "Color", "v": "__class__"},
    "enum of a list": {"$": "enum", "t": "Color", "v": []},
    "member of a dataclass": {"$": "enum", "t": "Point", "v": "x"},
    "flags of an enum": {"$": "flags", "t": "Color", "v": "1"},
    "unknown flags": {"$": "flags", "t": "Right", "v": "ff"},
    "enum as data": {"$": "data", "t": "Color", "v": ["r"]},
    "named tuple": {"$": "data", "t": "Move", "v": [1]},
    "short deque": {"$": "deque", "t": 1, "v": [1, 2]},
    "length of a deque": {"$": "deque", "t": -1, "v": []},
    "length that is text": {"$": "deque", "t": "1", "v": []},
    "huge integer": {"$": "int", "v": "f" * (MAX_INTEGER_BITS + 1)},
}


@dataclass
class Picky:
    size: int

    def __post_init__(self) -> None:
        assert self.size == 3


def test_dataclass_that_refuses_its_fields_is_malformed() -> None:
    codec = Codec([Picky])
    assert codec.decode({"$": "data", "t": "Picky", "v": [3]}) == Picky(3)
    with pytest.raises(MalformedError, match="AssertionError"):
        codec.decode({"$": "data", "t": "Picky", "v": [4]})


@pytest.mark.parametrize("tree", MALFORMED.values(), ids=MALFORMED)
def test_malformed_trees_are_refused(tree: object) -> None:
    with pytest.raises(MalformedError):
        CODEC.decode(tree)


@pytest.mark.parametrize("data", [b"", b"{", b"NaN", b"\xff", b"[" * 100_000, b"9" * 5000])
def test_malformed_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(MalformedError):
        loads(data)


TAGS = ["int", "set", "dict", "data", "range", "foreign", "bytes", "enum", "flags", "deque"]
TAGS += [str(tag) for tag in LIBRARY_READERS]

json_trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["$", "v", "t", "a"]), inner)
        | st.fixed_dictionaries(
            {
                "$": st.sampled_from(TAGS),
                "v": inner,
                "t": inner | st.sampled_from(["Color", "Right", "Move", "Point"]),
            }
        )
    ),
)


@given(json_trees)
def test_any_tree_is_decoded_or_refused(tree: object) -> None:
    """Hostile input raises nothing but MalformedError."""
    with contextlib.suppress(MalformedError):
        CODEC.decode(tree)
