"""Functions of a submission: the values that cross, and how calls are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge import calls
from tests.judge.own_kit import failed, messages

SHAPES = """\
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

class Color(Enum):
    RED = 1

class At(NamedTuple):
    row: int
    column: int

@dataclass
class House:
    at: At
    color: Color
"""
VALUES = """\
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from own import same
from shapes import At, Color, House

VALUES = [
    None, ..., True, -(10**30), 1.5, 2j, "\\udc80", b"\\xff", bytearray(b"x"), range(3), slice(1),
    (1, [2]), {3}, frozenset({4}), {(5,): [6]}, Counter("aab"), OrderedDict(b=1, a=2),
    defaultdict(None, a=[1]), deque([1, At(0, 0)]), Decimal("0.10"), Fraction(1, 3),
    Path("a/b"), date(2024, 2, 29), datetime(2024, 2, 29, 1, 2, 3), timedelta(1), Color.RED,
    {Color.RED: [House(At(0, 1), Color.RED)]},
]

@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_same(value):
    assert same(value) == value
    assert isinstance(value, type(same(value)))  # A Path comes back as a PurePath.
"""


def test_values_cross(tmp_path: Path) -> None:
    """Also those whose types the submission does not import."""
    settings = 'provided = ["shapes.py"]\ntypes = "shapes.py"\n'
    others = {f"{folder}/own/shapes.py": SHAPES for folder in ("reference", "starter")}
    own = "def same(value): return value\n"
    assert failed(tmp_path, VALUES, own, settings=settings, others=others) == {}


CALLS = """\
from own import Box, last

def test_large(): assert last(1, b=[2] * 40) == 0
def test_method(): assert Box(size=3).times(factor=2) == 0
def test_second_method():
    box = Box([3])
    box.times(2)
    assert box.times(3) == 0
def test_attribute():
    box = Box([3])
    box.times(2)
    assert box.size == 0
def test_of_result(): assert Box(Box([3]).grown(2)).times(Box(1)) == 0
def test_called():
    box = Box(3)
    box.times(1)
    assert box(2).size == 0
def test_unknown(): last(1, c=2)
def test_changed_later():
    items = [7]
    result = last(items, items)
    items.clear()
    assert result == 1
"""
BOX = """\
def last(a, b): return 7
class Box:
    def __init__(self, size): self.size = size
    def times(self, factor): return self.size * factor
    def grown(self, n): return Box(n)
    def __call__(self, n): return Box(n)
"""


def test_calls_are_shown(tmp_path: Path) -> None:
    """As they were made, whatever the test does to the arguments afterwards."""
    found = failed(tmp_path, CALLS, BOX)
    assert found["test_large"]["call"] == "last(1, b=b)"
    assert found["test_large"]["arguments"].keys() == {"b"}
    assert found["test_method"]["call"] == "Box(size=3).times(factor=2)"
    calls = "box = Box([3])\nbox.times(2)\nbox.{}".format
    assert found["test_second_method"]["call"] == calls("times(3)")
    assert found["test_attribute"]["call"] == calls("size")
    assert found["test_of_result"]["call"] == "Box(Box([3]).grown(2)).times(Box(1))"
    assert found["test_called"]["call"] == "Box(3)(2).size"
    assert found["test_unknown"]["message"].endswith("got an unexpected keyword argument 'c'")
    assert found["test_changed_later"]["call"] == "last([7], [7])"


FUNCTIONS = """\
from own import adder, counted, mapped

def test_returned():
    assert adder(3)(4) == 7
    assert adder(3) is not adder(3)

def test_attributes():
    counted()
    counted()
    assert (counted.calls, counted.__name__, counted.__doc__) == (2, "counted", "Count.")
    counted.calls = 5
    counted()
    assert counted.calls == 6

def test_passed_on(): assert mapped(adder(1), mapped) == [2, 3]
"""
ADDER = """\
def adder(x): return lambda y: x + y
def counted():
    "Count."
    counted.calls += 1
counted.calls = 0
def mapped(function, own): return [function(1), function(2)] if own is mapped else None
"""


def test_functions_are_values(tmp_path: Path) -> None:
    assert failed(tmp_path, FUNCTIONS, ADDER) == {}
    found = failed(tmp_path, FUNCTIONS, ADDER, ADDER.replace("x + y", "x - y"))
    assert found["test_returned"]["call"] == "adder(3)(4)"


ITERATORS = """\
from itertools import islice

import pytest
from own import Countdown, chunks, lines, naturals, total

def test_endless():
    numbers, others = naturals(3), naturals(10)
    assert [next(numbers), next(others), next(numbers)] == [3, 10, 4]
    assert list(islice(numbers, 2)) == [5, 6]
    assert total(islice(numbers, 2)) == 15

def test_all():
    assert list(chunks([1, 2, 3], 2)) == [[1, 2], [3]]
    assert [3] in chunks([1, 2, 3], 2)

def test_end():
    numbers = chunks([1], 2)
    assert next(numbers) == [1]
    with pytest.raises(StopIteration):
        next(numbers)

def test_raises_late():
    names = lines(["ada", ""])
    assert next(names) == "ADA"
    with pytest.raises(ValueError, match="empty name"):
        next(names)

def test_class(): assert [*Countdown(2)] == [2, 1]
"""
GENERATORS = """\
def naturals(start):
    while True:
        yield start
        start += 1

def chunks(items, n):
    for i in range(0, len(items), n):
        yield items[i : i + n]

def lines(names):
    for name in names:
        if not name:
            raise ValueError("empty name")
        yield name.upper()

def total(numbers): return sum(numbers)

class Countdown:
    def __init__(self, start): self.n = start + 1
    def __iter__(self): return self
    def __next__(self):
        self.n -= 1
        if self.n == 0:
            raise StopIteration
        return self.n
"""


def test_iterators(tmp_path: Path) -> None:
    assert failed(tmp_path, ITERATORS, GENERATORS) == {}


def test_iterator_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MAX_REQUESTS", 50)
    own = f"{GENERATORS}\ndef chunks(items, n):\n    while True: yield 1\n"
    found = messages(tmp_path, ITERATORS, GENERATORS, own)
    says = "are more than 50 in one test: does something never end?"
    assert found["test_all"] == f"chunks and the calls before it {says}"


def test_answers_that_would_fill_memory(tmp_path: Path) -> None:
    tests = "from own import cart\n\ndef test_it(): assert [i.name for i in cart()] == ['tea']\n"
    right = "class Item: name = 'tea'\ndef cart(): return [Item()]\n"
    own = right.replace("'tea'", "'tea' * 1_000_000").replace("[I", "5000 * [I")
    message = "Item.name and the calls before it returned more than 32 MiB in one test"
    assert messages(tmp_path, tests, right, own) == {"test_it": message}
