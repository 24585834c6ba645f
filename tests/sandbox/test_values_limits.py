"""The codec refuses values that are too big, and whatever is not a value's encoding."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import PurePosixPath

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
    TooBigError,
    loads,
)
from tests.sandbox.coded_values import CODEC, Point, nested, there_and_back


@pytest.mark.parametrize("leaf", [1, 1 << 70, "text", Point(1, 2)])
def test_depth_up_to_the_limit(leaf: object) -> None:
    depth = MAX_DEPTH - isinstance(leaf, Point)
    value = innermost = nested(depth)
    while innermost:
        innermost = innermost[0]
    innermost.append(leaf)
    assert there_and_back(value) == value


TOO_BIG = {
    "too deep": nested(MAX_DEPTH + 2),
    "too many": [0] * MAX_NODES,
    "too long a text": "x" * (MAX_NODES * 17),
    "too long bytes": b"x" * (MAX_NODES * 17),
    "too long a path": PurePosixPath("x" * (MAX_NODES * 17)),
    "too many keys": dict.fromkeys(range(10001), 0),
    "too many of large hashes": [k << 64 for k in range(13_000)],
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
    "unknown class": {"$": ".Popen", "v": []},
    "class by attribute": {"$": [".Point"], "v": [1, 2]},
    "fields missing": {"$": ".Point", "v": [1]},
    "no body": {"$": "tuple"},
    "unhashable": {"$": "set", "v": [[1]]},
    "hex": {"$": "int", "v": ["xyz"]},
    "range of step 0": {"$": "range", "v": [1, 2, 0]},
    "many keys": {"$": "dict", "v": [*range(10_001)] * 2},
    "range without end": {"$": "range", "v": [0, 1 << 62, 1]},
    "half a pair": {"$": "dict", "v": [1]},
    "complex": {"$": "complex", "v": [[], 1]},
    "complex of a number": {"$": "complex", "v": [1, "2"]},
    "complex of another number": {"$": "complex", "v": ["1", 2]},
    "placeholder of a list": {"$": "foreign", "v": ["x", ["y"]]},
    "placeholder of many types": {"$": "foreign", "v": [["x"], "y"]},
    "same hash": {"$": "set", "v": COLLIDING},
    "too deep": nested(MAX_DEPTH + 2),
    "too many": [0] * (MAX_NODES + 1),
    "name of nothing": {"$": "ref", "v": "os.system"},
    "decimal": {"$": "Decimal", "v": ["1E+99999"]},
    "decimal that raises": {"$": "Decimal", "v": ["sNaN"]},
    "fraction of zero": {"$": "Fraction", "v": [1, 0]},
    "fraction of a text": {"$": "Fraction", "v": ["1e9"]},
    "no day": {"$": "date", "v": ["2026-02-30"]},
    "no time": {"$": "time", "v": ["x" * 100_000]},
    "longest span": {"$": "timedelta", "v": [999_999_999, 99_999, 1]},
    "path of a list": {"$": "Path", "v": [[]]},
    "unknown member": {"$": ".Color", "v": ["BLUE"]},
    "attribute of an enum": {"$": ".Color", "v": ["__class__"]},
    "enum of a list": {"$": ".Color", "v": [[]]},
    "member of a dataclass": {"$": ".Point", "v": "x"},
    "flags of an enum": {"$": ".Color", "v": [1]},
    "unknown flags": {"$": ".Right", "v": [255]},
    "enum by its value": {"$": ".Color", "v": ["r"]},
    "named tuple": {"$": ".Move", "v": [1]},
    "short deque": {"$": "deque", "v": [1, 1, 2]},
    "length of a deque": {"$": "deque", "v": [-1]},
    "length that is text": {"$": "deque", "v": ["1"]},
    "empty slice": {"$": "slice", "v": []},
    "unknown factory": {"$": "defaultdict", "v": ["eval"]},
    "factory of a list": {"$": "defaultdict", "v": [["int"]]},
    "too many of large hashes": [k << 64 for k in range(13_000)],
    "huge integer": {"$": "int", "v": ["f" * (MAX_INTEGER_BITS + 1)]},
    "an object where a text is": {"$": "bytes", "v": [{"$": "object", "v": []}]},
}


@dataclass
class Picky:
    size: int

    def __post_init__(self) -> None:
        assert self.size == 3


def test_dataclass_that_refuses_its_fields_is_malformed() -> None:
    codec = Codec([Picky])
    assert codec.decode({"$": ".Picky", "v": [3]}) == Picky(3)
    with pytest.raises(MalformedError, match="AssertionError"):
        codec.decode({"$": ".Picky", "v": [4]})


@pytest.mark.parametrize("tree", MALFORMED.values(), ids=MALFORMED)
def test_malformed_trees_are_refused(tree: object) -> None:
    with pytest.raises(MalformedError):
        CODEC.decode(tree)


@pytest.mark.parametrize("data", [b"", b"{", b"NaN", b"\xff", b"[" * 100_000, b"9" * 5000])
def test_malformed_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(MalformedError):
        loads(data)


TAGS = [*CODEC.readers, "foreign", "cycle", "part", *IN_WORKER]

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
