"""The codec: plain data and the named dataclasses round-trip, everything else is refused."""

from __future__ import annotations

import contextlib
import io
import math
from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any


@dataclass
class Board:
    cells: list[Any]


CODEC = Codec([Point, Board])

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.complex_numbers(allow_nan=False)
    | st.builds(range, st.integers(-99, 99), st.integers(-99, 99), st.integers(1, 9))
)
keys = st.integers() | st.text() | st.tuples(st.integers(), st.text()) | st.binary()
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(keys, inner)
        | st.sets(keys)
        | st.frozensets(keys)
        | st.builds(Point, inner, inner)
        | st.builds(Board, st.lists(inner))
    ),
    max_leaves=20,
)


def there_and_back(value: object) -> Any:
    return CODEC.decode(loads(dumps(CODEC.encode(value))))


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


def test_not_a_number_round_trips() -> None:
    assert math.isnan(there_and_back(math.nan))


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


json_trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["$", "v", "t", "a"]), inner)
        | st.fixed_dictionaries(
            {
                "$": st.sampled_from(["int", "set", "dict", "data", "range", "foreign", "bytes"]),
                "v": inner,
                "t": inner,
            }
        )
    ),
)


@given(json_trees)
def test_any_tree_is_decoded_or_refused(tree: object) -> None:
    """Hostile input raises nothing but MalformedError."""
    with contextlib.suppress(MalformedError):
        CODEC.decode(tree)
