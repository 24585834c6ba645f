"""The codec: plain data and the named dataclasses round-trip, all else becomes a placeholder."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from enum import Enum
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.values import Codec, Placeholder
from tests.sandbox.coded_values import (
    CODEC,
    Board,
    Color,
    Counted,
    Level,
    Move,
    Named,
    Nothing,
    Point,
    Right,
    there_and_back,
)

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
    # A path crosses as text, and Python reads a few odd ones in another way.
    | st.builds(PureWindowsPath, words).filter(lambda path: PureWindowsPath(str(path)) == path)
)
members = st.sampled_from([*Color, *Level, *Right])

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
        | st.builds(Named, first=inner, second=inner)
        | st.builds(Nothing)
        | st.builds(deque, st.lists(inner, max_size=3), st.none() | st.integers(3, 99))
        | st.builds(Counter, st.dictionaries(keys, inner))
        | st.builds(OrderedDict, st.dictionaries(keys, inner))
        | st.builds(defaultdict, st.sampled_from([None, int, list]), st.dictionaries(keys, inner))
    ),
    max_leaves=20,
)


def kinds(value: Any) -> Any:
    """The types all the way down, since 1 == True == 1.0."""
    if isinstance(value, (list, tuple, deque)):
        return type(value), [kinds(item) for item in value]
    if isinstance(value, dict):
        entries = [(kinds(key), kinds(item)) for key, item in value.items()]
        return type(value), getattr(value, "default_factory", None), entries
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


def test_slices_round_trip() -> None:
    keys = [slice(1), slice(1, None), slice(None, -1, 2), (slice(1, 2), 3)]
    assert there_and_back(keys) == keys


def test_defaultdict_keeps_only_a_known_factory() -> None:
    assert there_and_back(defaultdict(list, a=[1]))["b"] == []
    assert there_and_back(defaultdict(lambda: 0, a=1)) == {"a": 1}
    assert there_and_back(defaultdict(lambda: 0)).default_factory is None


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


def _of_no_name() -> Color:
    member = object.__new__(Color)
    member._name_ = "PURPLE"
    return member


PLACEHOLDERS = {
    "zone of its own": time(1, tzinfo=Zone()),
    "subclass": Subclass(1),
    "enum of its own": OwnColor.RED,
    "member that is none": _of_no_name(),
    "signalling decimal": Decimal("sNaN"),
    "huge decimal": Decimal("1E+99999"),
}


@pytest.mark.parametrize("value", PLACEHOLDERS.values(), ids=PLACEHOLDERS)
def test_what_is_not_safe_becomes_a_placeholder(value: object) -> None:
    assert type(there_and_back([value])[0]) is Placeholder


def test_not_a_decimal_number_round_trips() -> None:
    assert there_and_back(Decimal("-Infinity")) == Decimal("-Infinity")
    assert there_and_back(Decimal("NaN")).is_nan()


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
    assert type(token) is Placeholder
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
