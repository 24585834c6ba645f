"""The codec refuses values that are too big, and whatever is not a value's encoding."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.codec import Codec, TooBigError, dumps, loads
from autograder.sandbox.decoder import MAX_DEPTH, MAX_INTEGER_BITS, MAX_NODES, MalformedError
from autograder.sandbox.library_values import LIBRARY_READERS
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
    "too deep": nested(MAX_DEPTH + 1),
    "too many": [0] * MAX_NODES,
    "too long a text": "x" * (MAX_NODES * 17),
    "too long bytes": b"x" * (MAX_NODES * 17),
    "too long a stream": io.StringIO("x" * (MAX_NODES * 17)),
    "too long a path": PurePosixPath("x" * (MAX_NODES * 17)),
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
    "complex of a number": {"$": "complex", "v": [1, "2"]},
    "complex of another number": {"$": "complex", "v": ["1", 2]},
    "placeholder of a list": {"$": "foreign", "t": "x", "v": ["y"]},
    "placeholder of many types": {"$": "foreign", "t": ["x"], "v": "y"},
    "same hash": {"$": "set", "v": [{"$": "int", "v": f"{i:x}"} for i in COLLIDING]},
    "too deep": nested(MAX_DEPTH + 2),
    "too many": [0] * (MAX_NODES + 1),
    "object of many classes": {"$": "object", "t": ["C"], "v": [1, "C()"]},
    "object of a dict": {"$": "object", "t": "C", "v": {"0": 1}},
    "object before the first": {"$": "object", "t": "C", "v": [-1, "C()"]},
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
    "empty slice": {"$": "slice", "v": []},
    "slice of a text": {"$": "slice", "v": "ab"},
    "unknown factory": {"$": "defaultdict", "t": "eval", "v": []},
    "factory of a list": {"$": "defaultdict", "t": ["int"], "v": []},
    "counter of a text": {"$": "Counter", "v": "ab"},
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
TAGS += ["Counter", "OrderedDict", "defaultdict"]
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


MODULUS = (1 << 61) - 1
"""Of the hashes of numbers."""
FACTOR = 1_000_003
"""Of the imaginary part, in the hash of a complex number."""
CHOSEN = {
    "integers": [MODULUS * k for k in range(6000)],
    "in rows": [[MODULUS * k for k in range(n, n + 60)] for n in range(0, 6000, 60)],
    "complex numbers": [complex(-FACTOR * k, k) for k in range(6000)],
    "fractions": [Fraction(MODULUS * k) for k in range(6000)],
    "pairs": [(k % 100, MODULUS * k) for k in range(6000)],
    "in a dataclass": [Point(MODULUS * k, [1]) for k in range(6000)],
}
COMMON = {
    "zeros": [0] * 9000,
    "equal in kind": [0, 0.0, False] * 3000,
    "minus one and minus two": [-1, -2] * 4500,
    "different": list(range(-4500, 4500)),
    "texts": [str(k) for k in range(9000)],
    "infinite numbers": [float("inf"), float("nan")] * 4500,
    "powers of two": [1 << k for k in range(6000)],
    "pairs": [(k % 90, k // 90) for k in range(9000)],
    "rows": [[(k, -k)] * 30 for k in range(300)],
}


@pytest.mark.parametrize("value", CHOSEN.values(), ids=CHOSEN)
def test_values_that_a_test_must_not_put_into_a_set(value: object) -> None:
    tree = loads(dumps(CODEC.encode(value)))
    with pytest.raises(MalformedError, match="values that were chosen to collide"):
        CODEC.decode(tree)


@pytest.mark.parametrize("value", COMMON.values(), ids=COMMON)
def test_values_with_one_hash_that_are_common(value: object) -> None:
    assert repr(CODEC.decode(loads(dumps(CODEC.encode(value))))) == repr(value)
