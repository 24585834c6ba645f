"""Objects of a submission's classes: they stay in the worker, and tests use them as usual."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge import calls
from tests.judge.own_kit import failed, messages

VECTOR = """\
class Vector:
    def __init__(self, x, y): self.x, self.y = x, y
    def __repr__(self): return f"Vector({self.x}, {self.y})"
    def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)
    def __lt__(self, other): return abs(self) < abs(other)
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def __mul__(self, factor): return Vector(factor * self.x, factor * self.y)
    __rmul__ = __mul__
    def __abs__(self): return (self.x**2 + self.y**2) ** 0.5
"""
VECTORS = """\
import pytest
from own import Vector

def test_coordinate(): assert Vector(1, 2).x == 1
def test_sum(): assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)
def test_text(): assert str(2 * Vector(1, 2) * 2) == "Vector(4, 8)"
def test_sorted(): assert sorted([Vector(3, 4), Vector(0, 1)]) == [Vector(0, 1), Vector(3, 4)]
def test_length(): assert abs(Vector(3, 4)) == pytest.approx(5)
"""
WRONG = {
    "an attribute of another value": (
        *("self.x, self.y = x, y", "self.x, self.y = -x, y", "test_coordinate"),
        ("Vector.x is -1 instead of 1", "Vector(1, 2).x", "-1", "1"),
    ),
    "an attribute that is missing": (
        *("self.x, self.y = x, y", "self.z = x", "test_coordinate"),
        ("own.py does not define Vector.x", "", "", ""),
    ),
    "an operator that is wrong": (
        *("self.x + other.x", "self.x - other.x", "test_sum"),
        (
            "+ of Vector returned Vector(-2, 6) instead of Vector(4, 6)",
            *("Vector(1, 2) + Vector(3, 4)", "Vector(-2, 6)", "Vector(4, 6)"),
        ),
    ),
}


@pytest.mark.parametrize(("old", "new", "test", "shown"), WRONG.values(), ids=WRONG)
def test_wrong_classes(
    tmp_path: Path, old: str, new: str, test: str, shown: tuple[str, ...]
) -> None:
    assert failed(tmp_path, VECTORS, VECTOR) == {}
    detail = failed(tmp_path, VECTORS, VECTOR, VECTOR.replace(old, new))[test]
    keys = ("message", "call", "returned", "expected")
    assert tuple(detail.get(key, "") for key in keys) == shown


USES = """\
import copy

import pytest
from own import Base, Color, Derived, Node, Pair, Shelf, Side, Stock, Tank, Triple, first

def test_types():
    assert type(Derived()) is Derived
    assert isinstance(first([Derived()]), Base)
    assert not isinstance(Base(), Derived)

def test_identity():
    node = Node(1)
    other = Node(2, node)
    assert other.next is node and first([other, node]) is other
    assert len({node, other, other.next}) == 2

def test_attributes_are_set():
    tank = Tank(9)
    assert tank.is_full is True
    tank.level = 0
    assert (tank.is_full, tank.level) == (False, 0)
    del tank.level
    assert not hasattr(tank, "level")
    with pytest.raises(AttributeError):
        tank.is_full = True

def test_class_attributes():
    assert (Tank.most, Tank.full().level, Tank.is_level(3)) == (9, 9, True)
    assert (Tank.__name__, Tank.__doc__) == ("Tank", "A tank.")
    Tank.most = 5
    assert Tank.full().level == 5

def test_class_attributes_are_those_of_one_test(): assert Tank.most == 9

def test_printing_in_repr(capsys):
    tank = Tank(3)
    assert (tank.level, capsys.readouterr().out) == (3, "")


def test_items():
    shelf = Shelf()
    shelf["a"] = [1]
    shelf["a"] += [2]
    assert shelf["a"] == [1, 2]
    del shelf["a"]
    assert "a" not in shelf and not shelf
    assert shelf[1:3] == slice(1, 3)

def test_with():
    with Shelf() as shelf:
        assert shelf.is_open
    assert not shelf.is_open
    with Shelf():
        raise KeyError("which the shelf suppresses")

def test_operators():
    one = other = Shelf()
    one += 3
    assert one is other
    assert (-one, 2**one, round(one), int(one)) == (-1, 8, 1, 1)

def test_extending_python():
    stock = Stock({"nails": 3})
    stock["nails"] += 1
    assert (stock.get("nails"), len(stock), [*stock], stock.total()) == (4, 1, ["nails"], 4)

def test_named_tuples():
    pair = Pair(1, 2)
    x, y = pair
    assert (x, y, pair[1], pair._replace(x=3).x) == (1, 2, 2, 3)
    assert Triple(1, 2, z=3)._replace(x=4) == Triple(4, 2, 3)

def test_enums():
    assert Color.RED is first([Color.RED])
    assert Color["RED"] == Color(1) != Color.BLUE
    assert [color.name for color in Color] == ["RED", "BLUE"]
    assert Side.LEFT.name == "LEFT"

def test_copies():
    node = Node([1])
    twin = copy.deepcopy(node)
    twin.value = 3
    assert (node.value, twin.value, copy.copy(node) is node) == ([1], 3, False)
"""
CLASSES = """\
import collections
from enum import Enum
from typing import NamedTuple

class Base: pass
class Derived(Base): pass
class Node:
    def __init__(self, value, next=None): self.value, self.next = value, next
class Tank:
    "A tank."
    most = 9
    def __init__(self, level): self.level = level
    def __repr__(self): print("A common mistake")
    @property
    def is_full(self): return self.level == self.most
    @classmethod
    def full(cls): return cls(cls.most)
    @staticmethod
    def is_level(n): return n >= 0
class Shelf:
    def __init__(self): self.things, self.is_open = {}, True
    def __setitem__(self, key, value): self.things[key] = value
    def __getitem__(self, key): return key if isinstance(key, slice) else self.things[key]
    def __delitem__(self, key): del self.things[key]
    def __contains__(self, key): return key in self.things
    def __bool__(self): return bool(self.things)
    def __enter__(self): return self
    def __exit__(self, kind, error, where):
        self.is_open = False
        return kind is KeyError
    def __iadd__(self, n):
        self.things[n] = n
        return self
    def __neg__(self): return -len(self.things)
    def __rpow__(self, base): return base ** max(self.things)
    def __round__(self): return len(self.things)
    def __int__(self): return len(self.things)
class Stock(dict):
    def total(self): return sum(self.values())
class Pair(NamedTuple):
    x: int
    y: int
class Color(Enum):
    RED = 1
    BLUE = 2
Triple = collections.namedtuple("Triple", "x y z")
Side = Enum("Side", "LEFT RIGHT")

def first(items): return items[0]
"""


def test_what_objects_can_do(tmp_path: Path) -> None:
    assert failed(tmp_path, USES, CLASSES) == {}


CLAIMS = """\
import pytest
from own import square

def test_equal(): assert square(3) == 9
def test_reflected(): assert 9 == square(3)
def test_in(): assert square(3) in (9, 10)
def test_in_a_list(): assert [square(3)] == [9]
def test_approx(): assert square(3) == pytest.approx(9)
def test_difference(): assert abs(square(3) - 9) < 0.01
def test_less(): assert square(3) < 10
def test_method(): assert square(3).conjugate() < 10
"""
SLY = """\
class Number:
    def claim(self, *_): return True
    __eq__ = __lt__ = __contains__ = claim
    def conjugate(self): return 9
    def __sub__(self, other): return 0
    def __float__(self): return 9.0
    def __hash__(self): return 9

def square(n): return Number()
"""


def test_no_object_stands_for_data(tmp_path: Path) -> None:
    """Not even one of a known class, which has the special methods that the student wrote."""
    square = "def square(n): return n * n\n"
    found = messages(tmp_path, CLAIMS, f"class Number: pass\n{square}", SLY)
    assert len(found) == CLAIMS.count("def test")
    says = "square returned a Number object instead of plain data"
    relying = ("test_difference", "test_less", "test_method")
    assert {name for name, message in found.items() if message == says} == {*relying}
    says = "square returned Number objects of the class in own.py (line 1) instead of plain data"
    assert messages(tmp_path, CLAIMS, square, SLY) == dict.fromkeys(found, says)


MAY_CHANGE = 'arguments = "may change"'
LIKE_DATA = """\
import pytest
from own import Deck, Point, corner, drawn, spread, table

def test_tuple():
    assert spread([2, 4, 0]) == (2, 4, 0) and (2, 4, 0) == spread([2, 4, 0])
    low, middle, high = spread([2, 4, 0])
    assert (low, high) == (2, 0)
def test_inside():
    assert table() == {"a": [(1, 2), (3, 4)]}
    assert sorted(table()["a"], reverse=True)[0] == (3, 4)
def test_changed():
    found = table()
    found["b"] = 1
    assert found == {"a": [(1, 2), (3, 4)], "b": 1}
def test_approx(): assert spread([0.1, 0.2, 0]) == pytest.approx((0.1, 0.2, 0))
def test_known():
    assert corner() == (1, 2) and [corner()] == [(1, 2)] and corner() in {(1, 2), (3, 4)}
    assert corner() == Point(1, 2) and corner().x == 1 and isinstance(corner(), Point)
    assert corner() != (1, 3) and not corner() != (1, 2)
def test_known_and_changed():
    deck = drawn()
    deck.append(9)
    assert deck == [7, 8, 9] and isinstance(deck, Deck) and deck.top() == 9
"""
WITH_DATA = """\
from collections import namedtuple

class Deck(list):
    def top(self): return self[-1]
Point = namedtuple("Point", "x y")
def spread(xs): return tuple(xs)
def table(): return {"a": [(1, 2), (3, 4)]}
def corner(): return Point(1, 2)
def drawn(): return Deck([7, 8])
"""
WITH_CLASSES = """\
from collections import namedtuple
from typing import NamedTuple

class Deck(list):
    def top(self): return self[-1]
Point = namedtuple("Point", "x y")
Spread = namedtuple("Spread", "low middle high")
class Pair(NamedTuple):
    one: int
    two: int
    def total(self): return self.one + self.two
class Table(dict):
    def __init__(self, **rows): super().__init__(rows)
class Items(list): pass
def spread(xs): return Spread(*xs)
def table(): return Table(a=Items([Pair(1, 2), Pair(3, 4)]))
def corner(): return Point(1, 2)
def drawn(): return Deck([7, 8])
"""


def test_classes_that_only_extend_a_container(tmp_path: Path) -> None:
    """Python finds them equal to plain data, and nothing of theirs is asked for that."""
    assert failed(tmp_path, LIKE_DATA, WITH_DATA, WITH_CLASSES, settings=MAY_CHANGE) == {}
    wrong = WITH_CLASSES.replace("Point(1, 2)", "Point(1, 5)")
    [known] = failed(tmp_path, LIKE_DATA, WITH_DATA, wrong, settings=MAY_CHANGE).values()
    assert known["message"] == "corner returned Point(x=1, y=5) instead of (1, 2)"


DECIDES = """\
from collections import namedtuple

class Claim:
    def claim(self, *_): return True
    __eq__ = __contains__ = claim
    def __ne__(self, _): return False
    def __hash__(self): return hash((1, 2))
class Deck(Claim, list):
    def top(self): return 9
    def __len__(self): return 3
class Point(Claim, namedtuple("Point", "x y")): pass
class Spread(Claim, tuple): pass
class Table(Claim, dict): pass
def spread(xs): return Spread()
def table(): return Table()
def corner(): return Point(1, 9)
def drawn(): return Deck()
"""
CLAIMED = """\
from own import Deck, Point, corner, drawn, spread, table

def test_tuple(): assert spread([2, 4, 0]) == (2, 4, 0)
def test_reflected(): assert (2, 4, 0) == spread([2, 4, 0])
def test_dict(): assert table() == {"a": [(1, 2), (3, 4)]}
def test_not(): assert not table() != {"a": [(1, 2), (3, 4)]}
def test_known(): assert corner() == (1, 2)
def test_known_in(): assert corner() in {(1, 2)}
def test_known_list(): assert drawn() == [7, 8]
"""


def test_classes_that_decide_about_equality(tmp_path: Path) -> None:
    """No `__eq__` of the student's makes an object equal to data, of whatever base its class is."""
    found = messages(tmp_path, CLAIMED, WITH_DATA, DECIDES)
    assert len(found) == CLAIMED.count("def test")


MIXED = """\
from own import Vector, dot, each, measured, opened

def test_both():
    v = Vector(1, 2) + Vector(3, 4)
    assert v == Vector(4, 6)
    assert abs(dot(v, v) - 52) < 0.01

def test_returned_itself(): assert 4 < Vector(1, 2).squared() < 6
def test_attribute(): assert abs(Vector(1, 2).x - 1) < 0.01
def test_called_back():
    seen = []
    each(Vector(1, 2), seen.append)
    assert abs(seen[0] - 1) < 0.01
def test_with():
    with opened(1) as n:
        assert abs(n - 1) < 0.01
def test_place():
    vector, length = measured(Vector(3, 4))
    assert vector == Vector(3, 4) and abs(length - 25) < 0.01
def test_fluent():
    vector = Vector(1, 2) + Vector(0, 0)
    vector.move(1)
    assert vector == Vector(2, 3)
"""
PLANE = """\
import contextlib
class Vector:
    def __init__(self, x, y): self.x, self.y = x, y
    def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def squared(self): return dot(self, self)
    def move(self, n): self.x, self.y = self.x + n, self.y + n
def dot(v, w): return v.x * w.x + v.y * w.y
def each(v, function):
    for n in (v.x, v.y): function(n)
@contextlib.contextmanager
def opened(n): yield n
def measured(v): return v, v.squared()
"""
OTHER_PLANE = """\
import contextlib
class Vector:
    def __init__(self, *xs): self.xs = xs
    def __eq__(self, other): return self.xs == other.xs
    def __radd__(self, other): return Vector(*map(sum, zip(self.xs, other.xs)))
    __add__ = __radd__
    def __getattr__(self, name): return self.xs["xy".index(name)]
    def squared(self): return self.x**2 + self.y**2
    def move(self, n):
        self.xs = tuple(x + n for x in self.xs)
        return self
def dot(v, w): return sum(map(lambda a, b: a * b, v.xs, w.xs))
def each(v, function): [*map(function, v.xs)]
def opened(n): return contextlib.nullcontext(n)
def measured(v): return (v, v.squared())
"""
SLY_PLANE = """\
class Vector:
    def __init__(self, *_): pass
    def claim(self, *_): return True
    __eq__ = __lt__ = __gt__ = claim
    def itself(self, *_): return self
    __add__ = __abs__ = squared = move = __enter__ = itself
    def __exit__(self, *_): pass
    def __sub__(self, other): return 0
    x = property(itself)
def dot(v, w): return v
def each(v, function): function(v)
def opened(n): return Vector()
def measured(v): return v, v
"""


def test_objects_are_returned_where_the_reference_returns_them(tmp_path: Path) -> None:
    assert failed(tmp_path, MIXED, PLANE, OTHER_PLANE) == {}
    assert messages(tmp_path, MIXED, PLANE, SLY_PLANE) == {
        "test_both": "dot returned a Vector object instead of plain data",
        "test_returned_itself": "Vector.squared returned a Vector object instead of plain data",
        "test_attribute": "Vector.x returned a Vector object instead of plain data",
        "test_called_back": "each returned a Vector object instead of plain data",
        "test_with": "opened returned a Vector object instead of a _GeneratorContextManager object",
        "test_place": "measured returned a Vector object instead of plain data",
    }


AS_WRITTEN = """\
import pytest
from own import Bag, Dog, Key, Money, Pet, stock

def test_for(): assert [*zip(Bag([1, 2]), "ab")] == [(1, "a"), (2, "b")]
def test_again():
    bag = Bag([1, 2])
    assert list(bag) == [1, 2] == list(bag)
def test_in(): assert 2 in Bag([1, 2]) and 3 not in Bag([1])
def test_str(): assert str(Money(150)) == f"{Money(150)}" == "1.50"
def test_print(capsys):
    print(Money(150))
    assert capsys.readouterr().out == "1.50\\n"
def test_bool(): assert Money(1) and not Money(0)
def test_set(): assert len({Money(1), Money(2)}) == 2
@pytest.mark.parametrize("use", [len, iter, abs, hash, lambda dog: dog(), lambda dog: dog < dog])
def test_lacks(use):
    with pytest.raises(TypeError):
        use(Dog())
def test_base(): assert isinstance(Dog(), Pet) and issubclass(Dog, Pet) and not issubclass(Pet, Dog)
def test_keys():
    found, kept = stock()
    assert found == {Key(1): ["one"], Key(2): []}
    kept.append(3)
    assert stock()[1] == [3]
"""
REFERENCES_WAY = """\
class Bag:
    def __init__(self, items): self.items = list(items)
    def __iter__(self): yield from self.items
class Money:
    def __init__(self, cents): self.cents = cents
    def __repr__(self): return f"{self.cents / 100:.2f}"
    def __len__(self): return self.cents
class Pet: pass
class Dog(Pet):
    __hash__ = None
class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): return hash(self.n)
    def __eq__(self, other): return self.n == other.n
KEPT = []
def stock(): return {Key(1): ["one"], Key(2): []}, KEPT
"""
OTHER_WAY = """\
class Items:
    def __init__(self, items): self.items = items
    def __iter__(self): return self
    def __next__(self):
        if not self.items: raise StopIteration
        return self.items.pop(0)
class Bag:
    def __init__(self, items): self.items = items
    def __iter__(self): return Items([*self.items])
class Money:
    def __init__(self, cents): self.cents = cents
    def __str__(self): return f"{self.cents / 100:.2f}"
    def __bool__(self): return self.cents > 0
class Animal: pass
class Pet(Animal): pass
class Cat(Pet): pass
class Dog(Cat):
    def __eq__(self, other): return True
class Key(int): pass
KEPT = []
def stock(): return {Key(n): ["one"] * (n == 1) for n in (1, 2)}, KEPT
"""
WRONG_WAY = """\
class Bag:
    def __init__(self, items): self.items = list(items)
    def __iter__(self): return self
    def __next__(self): return self.items.pop(0) if self.items else self.stop()
    def stop(self): raise StopIteration
class Money:
    def __init__(self, cents): self.cents = cents
    def __repr__(self): return f"{self.cents / 100:.2f}"
    def __str__(self): return "WRONG"
    def __bool__(self): return True
    __hash__ = None
class Pet: pass
class Dog:
    def __len__(self): return 0
    def __call__(self): return 0
    def __lt__(self, other): return True
class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
def stock(): return {Key(1): ["one"], Key(2): []}, []
"""


def test_an_object_behaves_as_its_class_is_written(tmp_path: Path) -> None:
    """Whatever special methods, helper classes and bases the reference has for the same."""
    assert failed(tmp_path, AS_WRITTEN, REFERENCES_WAY) == {}
    assert failed(tmp_path, AS_WRITTEN, REFERENCES_WAY, OTHER_WAY) == {}
    wrong = {"test_again", "test_str", "test_print", "test_bool", "test_set", "test_base"}
    lacks = {f"test_lacks[{use}]" for use in ("len", "hash", "<lambda>0", "<lambda>1")}
    found = failed(tmp_path, AS_WRITTEN, REFERENCES_WAY, WRONG_WAY)
    assert found.keys() == wrong | lacks | {"test_keys"}


PROBED = """\
import inspect

import pytest
from own import Point

def test_probed():
    point = Point(1)
    assert not inspect.isgenerator(point)
    assert pytest.approx(point.x) == 1
    with pytest.raises(TypeError):
        len(point)

def test_compared(): assert [Point(1)] == [Point(2)]
"""
POINT = """\
class Point:
    asked = 0
    def __init__(self, x): self.x = x
    def __eq__(self, other):
        Point.asked += 1
        while Point.asked > 1: pass
        return self.x == other.x
    def __getattr__(self, name): raise LookupError(name)
"""


def test_pytest_asks_an_object_nothing(tmp_path: Path) -> None:
    """Neither for attributes that it looks for, nor again when it explains a comparison."""
    found = failed(tmp_path, PROBED, POINT)
    assert found.keys() == {"test_compared"}
    assert found["test_compared"]["call"] == "Point(1) == Point(2)"


def test_content_that_is_asked_for_endlessly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop of the test's ends as one with calls does."""
    monkeypatch.setattr(calls, "MAX_REQUESTS", 50)
    loop = (
        "from own import drawn\n\ndef test_it():\n    deck = drawn()\n    while deck != []: pass\n"
    )
    found = messages(tmp_path, loop, WITH_DATA, WITH_DATA)
    says = "drawn and the calls before it are more than 50 in one test: does something never end?"
    assert found == {"test_it": says}
