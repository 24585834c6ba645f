"""The codec: values round-trip or become placeholders; forged and too large ones are refused."""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.values import (
    IN_WORKER,
    MAX_DEPTH,
    MAX_INTEGER_BITS,
    MAX_NODES,
    Codec,
    MalformedError,
    Placeholder,
    TooBigError,
    dumps,
    loads,
)


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any


class Color(Enum):
    RED = "r"
    GREEN = "g"


class Level(IntEnum):
    LOW = 1


class Move(NamedTuple):
    name: Any
    to: Any


@dataclass
class Counted:
    items: list[Any]
    count: int = field(init=False)

    def __post_init__(self) -> None:
        assert type(self.items) is list
        self.count = len(self.items)


@dataclass(kw_only=True)
class Named:
    first: Any
    last: Any = field(default="", init=False)
    second: Any = 2


CODEC = Codec([Point, Color, Level, Move, Counted, Named])


def there_and_back(value: object) -> Any:
    return CODEC.decode(loads(dumps(CODEC.encode(value))))


members = st.sampled_from([*Color, *Level])
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.complex_numbers(allow_nan=False)
    | st.builds(range, st.integers(-99, 99), st.integers(-99, 99), st.integers(1, 9))
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
        | st.builds(Move, inner, inner)
        | st.builds(Counted, st.lists(inner))
        | st.builds(Named, first=inner, second=inner)
    ),
    max_leaves=20,
)


def kinds(value: Any) -> Any:
    """The types all the way down, since 1 == True == 1.0."""
    if isinstance(value, (list, tuple)):
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


def test_special_values_round_trip() -> None:
    assert math.isnan(there_and_back(math.nan))
    assert there_and_back(Decimal("NaN")).is_nan()
    assert there_and_back("\ud800") == "\ud800"
    slices = [slice(1), slice(None, -1, 2), (slice(1, 2), 3)]
    assert there_and_back(slices) == slices


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


class OwnColor(Enum):
    RED = "r"


class EqualToAll(list[int]):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


PLACEHOLDERS = {
    "object": object(),
    "zone of its own": time(1, tzinfo=Zone()),
    "list of its own": EqualToAll([1]),
    "enum of its own": OwnColor.RED,
    "too long a range": range(10**30),
}


@pytest.mark.parametrize("value", PLACEHOLDERS.values(), ids=PLACEHOLDERS)
def test_others_become_placeholders_equal_to_nothing(value: object) -> None:
    [back] = there_and_back([value])
    assert type(back) is Placeholder
    others: list[Any] = [[1], 1, "", None]
    assert all(back != other for other in others)


def test_cycle_becomes_a_placeholder() -> None:
    loop: list[Any] = [1]
    loop.append(loop)
    assert repr(there_and_back(loop)) == "[1, <the same object again>]"


def nested(depth: int, leaf: object = ()) -> list[Any]:
    value: list[Any] = [] if leaf == () else [leaf]
    for _ in range(depth - 1):
        value = [value]
    return value


def test_depth_up_to_the_limit() -> None:
    for value in (nested(MAX_DEPTH, 1 << 70), nested(MAX_DEPTH, "text"), nested(MAX_DEPTH + 1)):
        assert there_and_back(value) == value


TOO_BIG = {
    "too deep": nested(MAX_DEPTH + 2),
    "too many": [0] * MAX_NODES,
    "too long a text": "x" * (MAX_NODES * 17),
    "too large an integer": 1 << (MAX_INTEGER_BITS + 1),
}


@pytest.mark.parametrize("value", TOO_BIG.values(), ids=TOO_BIG)
def test_budgets(value: object) -> None:
    with pytest.raises(TooBigError):
        CODEC.encode(value)


MALFORMED = {
    "unknown kind": {"$": "pickle", "v": []},
    "unknown class": {"$": ".Popen", "v": []},
    "too few fields": {"$": ".Counted", "v": [[1]]},
    "more than fields": {"$": ".Counted", "v": [[1], 1, 1]},
    "many keys": {"$": "dict", "v": [*range(10_001)] * 2},
    "too deep": nested(MAX_DEPTH + 2),
    "too many": [0] * (MAX_NODES + 1),
    "huge integer": {"$": "int", "v": ["f" * (MAX_INTEGER_BITS + 1)]},
    "an object where a text is": {"$": "bytes", "v": [{"$": "object", "v": []}]},
}


@pytest.mark.parametrize("tree", MALFORMED.values(), ids=MALFORMED)
def test_malformed_trees_are_refused(tree: object) -> None:
    with pytest.raises(MalformedError):
        CODEC.decode(tree)


TAGS = [*CODEC.readers, "foreign", "part", *IN_WORKER]
json_trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["$", "v", "t", "a"]), inner)
        | st.fixed_dictionaries({"$": st.sampled_from(TAGS), "v": inner})
    ),
)


@given(json_trees)
def test_any_tree_is_decoded_or_refused(tree: object) -> None:
    """Hostile input raises nothing but MalformedError."""
    with contextlib.suppress(MalformedError):
        CODEC.decode(tree)
