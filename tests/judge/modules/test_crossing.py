"""What crosses between a test and a submission: under plain pytest, all these tests pass, too."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.judge.own_kit import failed, messages

ROOT = Path(__file__).parents[3]
PROVIDED = """\
from collections import namedtuple
from dataclasses import dataclass
from enum import Flag, IntFlag

class Mode(Flag):
    READ = 1
    WRITE = 2
class Bits(IntFlag):
    A = 1
    B = 2
Item = namedtuple("Item", "name count")
@dataclass
class Money:
    cents: int
    def __post_init__(self):
        self.cents *= 100
        self.text = f"{self.cents} cents"
@dataclass(frozen=True)
class Size:
    n: int
    def __post_init__(self):
        if self.n < 0:
            raise ValueError("negative")
"""
CROSSES = """\
import asyncio
import dataclasses
import datetime
import re
from collections import OrderedDict, deque
from unittest import mock

import own
import pytest
from own import Card, Data, Flags, Pair, Row, Tree, fib, same
from provided import Bits, Item, Mode, Money, Size

def test_flags():
    assert same(Mode.READ | Mode.WRITE) == Mode.READ | Mode.WRITE
    assert same(Mode(0)) is Mode(0) and same(Bits.A | Bits.B) is Bits.A | Bits.B
    assert Flags.A in own.flags() and own.flags() == Flags.A | Flags.B
@pytest.mark.parametrize("data", [b"ab", b"\\xff"])
def test_bytes(data): assert same(data) == data
def test_dir(): assert "fib" in dir(own) and "missing" not in dir(own)
def test_deque(): assert (same(deque([1, 2], 2)).maxlen, same(deque([1]))) == (2, deque([1]))
def test_views():
    assert own.keys({"a": 1, "b": 2}) & {"a"} == {"a"} == own.keys(OrderedDict(a=1))
    assert {("a", 1)} == own.items({"a": 1}) and [*own.values({"a": [1]})] == [[1]]
def test_dataclass():
    money = Money(5)
    assert (same(money), same(money).text) == (money, "500 cents")
    assert own.negative(Size(3)).n == -3
def test_fields_named_as_methods():
    assert (same(Item("x", 3)).count, Row("x", 3).count, Pair(1, 2).index) == (3, 3, 2)
def test_nested_class():
    assert type(Tree().add(4)) is Tree.Node and Tree.Node(3).value == 3
    assert isinstance(Tree.Node(3), Tree.Node)
def test_context_manager():
    with own.opened("x") as opened:
        assert opened == "x"
    with pytest.raises(KeyError), own.opened("x"):
        raise KeyError
def test_match():
    match = own.search(r"(\\d+)", "ab12")
    assert match and (match[0], match.group(1), match.start()) == ("12", "12", 2)
    assert not own.search("x", "y")
def test_cache():
    fib.cache_clear()
    assert (fib(10), fib.cache_info().misses) == (55, 11)
def test_dataclasses():
    data = Data(1, [2])
    assert (dataclasses.asdict(data), dataclasses.astuple(data)) == ({"a": 1, "b": [2]}, (1, [2]))
    assert dataclasses.replace(data, a=3) == Data(3, [2])
    assert [field.name for field in dataclasses.fields(Data)] == ["a", "b"]
def test_callback_changes_its_argument():
    def change(rows):
        rows[0].append(1)
        rows.append(9)
    assert own.applied(change, [[0]]) == [[0, 1], 9]
def test_shuffle(monkeypatch):
    monkeypatch.setattr(own.random, "shuffle", lambda items: items.reverse())
    assert own.shuffled([1, 2, 3]) == [3, 2, 1]
def test_shuffle_is_mocked():
    with mock.patch("own.random.shuffle", side_effect=lambda items: items.sort()):
        assert own.shuffled([3, 1, 2]) == [1, 2, 3]
def test_function_of_the_library_is_mocked():
    with mock.patch("own.os.path.exists", return_value=True) as exists:
        assert own.is_there("no/such/file")
    exists.assert_called_once_with("no/such/file")
def test_date(monkeypatch):
    class Fake(datetime.date):
        @classmethod
        def today(cls): return cls(2020, 1, 2)
    monkeypatch.setattr(own, "date", Fake)
    assert own.today() == datetime.date(2020, 1, 2)
def test_date_of_the_library(monkeypatch):
    fake = mock.Mock()
    fake.today.return_value = datetime.date(2020, 1, 2)
    monkeypatch.setattr(own.datetime, "date", fake)
    assert own.today_there() == datetime.date(2020, 1, 2)
def test_object_of_the_tests():
    class Printer:
        def __init__(self): self.lines = []
        def show(self, text): self.lines.append(text)
    printer = Printer()
    own.show_twice(printer, "x")
    assert printer.lines == ["x", "x"]
def test_object_as_a_constant(): assert own.TEN.value == 10 and own.ten() is own.TEN
def test_types(): assert (own.type_of(3), own.type_of("a")) == (int, str)
def test_order(): assert sorted([Card(3), Card(1)])[0].n == 1 and max(Card(3), Card(1)).n == 3
def test_coroutines():
    async def both(): return await asyncio.gather(own.later(1), own.later(2))
    assert (asyncio.run(own.later(3)), asyncio.run(both())) == (4, [2, 3])
def test_attribute_is_no_argument():
    tree = Tree()
    tree.log = []
    tree.note(5)
    assert tree.log == [5]
"""
OWN = """\
import asyncio
import contextlib
import datetime
import enum
import functools
import os
import random
import re
from collections import namedtuple
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

def same(value): return value
class Flags(enum.Flag):
    A = 1
    B = 2
def flags(): return Flags.A | Flags.B
def keys(mapping): return mapping.keys()
def items(mapping): return mapping.items()
def values(mapping): return mapping.values()
def negative(size):
    object.__setattr__(size, "n", -size.n)
    return size
class Row(NamedTuple):
    name: str
    count: int
Pair = namedtuple("Pair", "first index")
class Tree:
    class Node:
        def __init__(self, value): self.value = value
    def add(self, value): return Tree.Node(value)
    def note(self, value): self.log.append(value)
@contextlib.contextmanager
def opened(value): yield value
def search(pattern, text): return re.search(pattern, text)
@functools.cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@dataclass
class Data:
    a: int
    b: list
def applied(function, rows):
    inner = rows[0]
    function(rows)
    return rows if rows[0] is inner else None
def is_there(path): return os.path.exists(path)
def shuffled(items):
    random.shuffle(items)
    return items
def today(): return date.today()
def today_there(): return datetime.date.today()
def show_twice(printer, text):
    printer.show(text)
    printer.show(text)
class Ten:
    value = 10
TEN = Ten()
def ten(): return TEN
def type_of(value): return type(value)
@functools.total_ordering
class Card:
    def __init__(self, n): self.n = n
    def __lt__(self, other): return self.n < other.n
    def __eq__(self, other): return self.n == other.n
async def later(n):
    await asyncio.sleep(0.01)
    return n + 1
"""


SETTINGS = """\
provided = ["provided.py"]
types = "provided.py"
arguments = "may change"
"""


def test_what_crosses(tmp_path: Path) -> None:
    others = {f"{place}/own/provided.py": PROVIDED for place in ("reference", "starter")}
    assert failed(tmp_path, CROSSES, OWN, settings=SETTINGS, others=others) == {}


def test_an_attribute_is_no_argument(tmp_path: Path) -> None:
    """Nor is it where calls may not change their arguments: it was given to keep."""
    tests = "from own import Tree\n" + CROSSES[CROSSES.index("def test_attribute_is_no") :]
    assert failed(tmp_path, tests, OWN) == {}


NAMED = """\
import pytest
from own import Keeper, given, called

NAMES = {names}

def test_names():
    assert given(**NAMES) == NAMES
    assert Keeper(**NAMES).kept == NAMES
    assert Keeper().keep(**NAMES) == NAMES
    assert Keeper()(**NAMES) == NAMES
    assert called(lambda **found: found, NAMES) == NAMES
"""
KEEPER = """\
def given(**found): return found
def called(function, names): return function(**names)
class Keeper:
    def __init__(own, /, **found): own.kept = found
    def keep(own, /, **found): return found
    __call__ = keep
"""


def parameters_in(folder: Path) -> set[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    return {node.arg for tree in trees for node in ast.walk(tree) if isinstance(node, ast.arg)}


def test_keywords_may_have_any_name(tmp_path: Path) -> None:
    """Also those of the parameters of whatever forwards a call."""
    rooms = (ROOT / "autograder/sandbox", ROOT / "autograder/judge/modules")
    names = set[str]().union(*map(parameters_in, rooms))
    assert {"self", "name", "operation"} < names
    tests = NAMED.format(names=dict.fromkeys(sorted(names), 1))
    assert failed(tmp_path, tests, KEEPER) == {}


def test_an_attribute_that_cannot_cross_is_named(tmp_path: Path) -> None:
    own = "def show(thing): return thing.width\n"
    tests = "import functools\nfrom own import show\n"
    tests += "def test_it(): assert show(functools.partial(print)) == 3\n"
    says = (
        "the test's partial can only be called here: it has no attribute 'width' (see testing.md)"
    )
    assert says in messages(tmp_path, tests, own, own)["test_it"]
