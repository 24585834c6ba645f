"""Functions of a submission: the values that cross, and how calls are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.invocation import Exchange
from autograder.sandbox.protocol import Response, ResponseKind
from tests.judge.own_kit import failed, fault, messages

SHAPES = """\
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Color(Enum):
    RED = 1
    BLUE = 2


class At(NamedTuple):
    row: int
    column: int


@dataclass
class House:
    at: At
    color: Color
"""
WITH_TYPES = {
    "settings": 'provided = ["shapes.py"]\ntypes = "shapes.py"\n',
    "others": {f"{folder}/own/shapes.py": SHAPES for folder in ("reference", "starter")},
}
TYPES = """\
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from own import same
from shapes import At, Color, House

VALUES = [
    None, ..., True, -(10**30), 1.5, 2j, "\\udc80", b"\\xff", bytearray(b"x"), range(3), slice(1, 2),
    (1, [2]), {3}, frozenset({4}), {(5,): [6]}, Counter("aab"), OrderedDict(b=1, a=2),
    defaultdict(None, a=[1]), deque([1, At(0, 0)]), Decimal("0.10"), Fraction(1, 3), Path("a/b"),
    date(2024, 2, 29), datetime(2024, 2, 29, 1, 2, 3), timedelta(1), Color.RED, At(1, 2),
    {Color.RED: [House(At(0, 1), Color.BLUE)]},
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_same(value):
    found = same(value)
    assert found == value
    assert isinstance(value, type(found))  # A Path comes back as a PurePath.
"""


def test_values_cross(tmp_path: Path) -> None:
    """Also those whose types the submission does not import."""
    assert failed(tmp_path, TYPES, "def same(value): return value\n", **WITH_TYPES) == {}


WRONG_TYPES = """\
from own import count, paint
from shapes import At, Color, House


def test_dict():
    assert count("bab") == {"b": 2, "a": 1}


def test_type():
    assert paint(House(At(1, 2), Color.RED)) == House(At(1, 2), Color.BLUE)
"""
PAINTS = """\
from shapes import Color, House


def count(text): return {letter: text.count(letter) for letter in text}
def paint(house): return House(house.at, Color.BLUE)
"""
PAINTS_WRONGLY = """\
from collections import Counter


def count(text): return Counter({*text})
def paint(house): return [house.at, house.color]
"""


def test_wrong_values_are_shown(tmp_path: Path) -> None:
    found = failed(tmp_path, WRONG_TYPES, PAINTS, PAINTS_WRONGLY, **WITH_TYPES)
    assert found["test_dict"]["message"] == (
        "count returned a dict with 1 of 2 entries wrong: 'b' is 1 instead of 2"
    )
    assert found["test_type"]["returned"] == "[At(row=1, column=2), Color.RED]"


CALLS = """\
from own import Box, last


def test_large():
    assert last(1, b=[2] * 40) == 0


def test_method():
    assert Box(size=3).times(factor=2) == 0


def test_changed_later():
    items = [7]
    result = last(items, items)
    items.clear()
    assert result == 1


def test_unknown():
    last(1, c=2)
"""
KEYWORDS = """\
def last(a, b): return a + b


class Box:
    def __init__(self, size): self.size = size
    def times(self, factor): return self.size * factor
"""


def test_calls_are_shown(tmp_path: Path) -> None:
    """As they were made, whatever the test does to the arguments afterwards."""
    found = failed(tmp_path, CALLS, KEYWORDS.replace("a + b", "7"))
    assert found["test_large"]["call"] == "last(1, b=b)"
    assert found["test_large"]["arguments"].keys() == {"b"}
    assert found["test_method"]["call"] == "times(factor=2)"
    assert found["test_changed_later"]["call"] == "last([7], [7])"
    assert found["test_unknown"]["message"].endswith("got an unexpected keyword argument 'c'")


UNSENDABLE = {
    "io.BytesIO()": "a test passes a BytesIO, which cannot be sent to the worker: "
    "pass a list of its values, or the text of a file",
    "Pair(1, 2)": "a test passes a Pair, whose class the worker does not have: define it in a "
    "provided file, and name that file as `types` in assignment.toml",
}


@pytest.mark.parametrize(("value", "says"), UNSENDABLE.items(), ids=UNSENDABLE)
def test_values_that_no_call_takes(tmp_path: Path, value: str, says: str) -> None:
    tests = f"""\
import io
from typing import NamedTuple

from own import same


class Pair(NamedTuple):
    x: int
    y: int


def test_it():
    same({value})
"""
    found = fault(tmp_path, tests, "def same(value): return value\n")
    assert found == f"tests/test_own.py::test_it: {says}\n"


FUNCTIONS = """\
from own import adder, counted, cleaned


def test_returned():
    assert adder(3)(4) == 7
    assert adder("a") is not adder("a")


def test_attributes():
    counted()
    counted()
    assert counted.calls == 2
    assert (counted.__name__, counted.__doc__) == ("counted", "Count.")


def test_passed_on():
    assert cleaned(adder(1), cleaned) == [2, 3]
"""
RETURNING_FUNCTIONS = """\
def adder(x): return lambda y: x + y
def counted():
    "Count."
    counted.calls += 1
counted.calls = 0
def cleaned(function, other): return [function(1), function(2)] if other is cleaned else None
"""


def test_functions_are_values(tmp_path: Path) -> None:
    assert failed(tmp_path, FUNCTIONS, RETURNING_FUNCTIONS) == {}
    own = RETURNING_FUNCTIONS.replace("x + y", "x - y")
    found = failed(tmp_path, FUNCTIONS, RETURNING_FUNCTIONS, own)
    assert found["test_returned"]["call"] == "adder(3)(4)"


PASSED_ON = """\
from own import box, double


def test_attribute():
    assert double(box().count) == 4
"""
BOX = """\
class Box:
    count = 2


def box(): return Box()
def double(value): return 2 * value
"""


def test_wrong_value_that_is_passed_on_costs_its_test(tmp_path: Path) -> None:
    """Its `count` is a method of Python's own, not a number."""
    own = BOX.replace("return Box()", "return [1, 2]")
    [message] = messages(tmp_path, PASSED_ON, BOX, own).values()
    assert message.startswith("double raised TypeError: unsupported operand type(s) for *")


ITERATORS = """\
from itertools import islice

import pytest
from own import Countdown, chunks, first, lines, naturals, total


def test_endless():
    numbers, others = naturals(3), naturals(10)
    assert [next(numbers), next(others), next(numbers)] == [3, 10, 4]
    assert list(islice(numbers, 2)) == [5, 6]


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


def test_as_argument():
    assert total(first(3, naturals())) == 3


def test_class():
    assert [*Countdown(2)] == [2, 1]
"""
RIGHT_ITERATORS = """\
import itertools


def naturals(start=0):
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
def first(n, values): return itertools.islice(values, n)


class Countdown:
    def __init__(self, start): self.n = start
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1
"""


def test_iterators(tmp_path: Path) -> None:
    assert failed(tmp_path, ITERATORS, RIGHT_ITERATORS) == {}


CHUNKS = "def chunks(items, n):\n"
WRONG_ITERATORS = {
    "none": (
        f"{CHUNKS}    yield from ()",
        {"test_end": "next of generator has too few values: the test asks for one more"},
    ),
    "endless": (
        f"{CHUNKS}    while True: yield 1",
        {"test_all": "next of generator gave more than 20,000 values; it may never end"},
    ),
    "large": (
        f"{CHUNKS}    while True: yield 'x' * 1_000_000",
        {"test_all": "next of generator gave values of more than 4 MiB in all"},
    ),
    "list": (
        "def naturals(start=0): return [start]",
        {"test_endless": "naturals returned a value of the wrong shape"},
    ),
}


@pytest.mark.parametrize(("code", "says"), WRONG_ITERATORS.values(), ids=WRONG_ITERATORS)
def test_wrong_iterators(tmp_path: Path, code: str, says: dict[str, str]) -> None:
    own = f"{RIGHT_ITERATORS}\n\n{code}\n"
    found = messages(tmp_path, ITERATORS, RIGHT_ITERATORS, own)
    assert found.items() >= says.items()


CART = """\
class Item:
    def __init__(self, name): self.name = name


def items(): return [Item("tea")]
"""
LARGE_CART = CART.replace('"tea")', '"tea" * 1_000_000)').replace("[Item", "5000 * [Item")
TESTS_OF_CART = """\
from own import items


def test_names():
    assert [item.name for item in items()] == ["tea"]
"""


def test_answers_that_would_fill_memory(tmp_path: Path) -> None:
    assert messages(tmp_path, TESTS_OF_CART, CART, LARGE_CART) == {
        "test_names": "Item.name and the calls before it returned more than 32 MiB in one test"
    }


def test_requests_of_a_test_are_limited() -> None:
    """`while node is not None: node = node.next` does not end if the nodes are a ring."""
    exchange, answer = Exchange(), Response(ResponseKind.VALUE, size=40)
    for _ in range(50_000):
        exchange.answer(answer)
    assert exchange.excess() == ""
    exchange.answer(answer)
    assert exchange.excess() == "are more than 50,000 in one test: does something never end?"
