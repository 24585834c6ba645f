"""Changes of a call in a test's own values, which are undone after the test."""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from autograder.judge.fixtures.changes import make_changes
from autograder.judge.invocation import Exchange


@dataclass
class Box:
    items: list[int]
    size: int = field(init=False)


@dataclass(frozen=True, slots=True)
class Crate:
    items: list[int]


class Stack(NamedTuple):
    items: list[int]
    name: str


CHANGES: dict[str, tuple[Any, Any]] = {
    "list": ([1, [2]], [[3], object()]),
    "dict": ({"a": 1, "b": 2}, {"b": 3}),
    "set": ({1, 2}, {3}),
    "bytearray": (bytearray(b"ab"), bytearray()),
    "deque": (deque([1, 2], 2), deque([3, 4, 5])),
    "Counter": (Counter("aab"), Counter({"a": -1, "c": 0})),
    "defaultdict": (defaultdict(list, {"a": [1]}), defaultdict(None, {})),
    "OrderedDict": (OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)),
    "named tuple": (Stack([1], "a"), Stack([2], "b")),
    "dataclass": (Crate([1]), Crate([2])),
    "nested": (([1], ({2}, Crate([3]))), ([4], ({5}, Crate([6])))),
    "another type": ([1], "x"),
}


@pytest.mark.parametrize(("value", "after"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_undone(value: Any, after: Any) -> None:
    before, exchange = copy.deepcopy(value), Exchange()
    assert make_changes(exchange, [value, value], ["x", "y"], {0: after, 1: after}) == ""
    exchange.let_go()
    assert (value, repr(value)) == (before, repr(before))


def test_a_field_that_is_set_late_is_undone() -> None:
    value, after, exchange = Box([1]), Box([1]), Exchange()
    after.size = 3
    make_changes(exchange, [value], ["box"], {0: after})
    assert value.size == 3
    exchange.let_go()
    assert not hasattr(value, "size")
