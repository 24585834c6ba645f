"""Objects of a submission's classes: they stay in the worker, and tests use them as usual."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import KITS, run_autograder
from tests.judge.own_kit import failed, messages

KIT = KITS / "objects"
RIGHT = (KIT / "reference/objects/vectors.py").read_text(encoding="utf-8")


def graded(own: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Grade a submission with the tests of the kit `objects`; return those that do not pass."""
    (folder / "vectors.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "objects", folder, "--kit", KIT, "--json", "-")
    assert ran.err == ""
    tests = json.loads(ran.out)["parts"][0]["tests"]
    return {test["name"]: test for test in tests if test["outcome"] != "pass"}


def test_right_classes(tmp_path: Path) -> None:
    assert graded(RIGHT, tmp_path) == {}


def test_under_plain_pytest_the_same_tests_import_the_module_itself() -> None:
    environment = os.environ | {"PYTHONPATH": str(KIT / "reference/objects")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(KIT)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "11 passed" in ran.stdout


FAILED: dict[str, tuple[str, str, str, str, dict[str, Any]]] = {
    "an attribute of another value": (
        *("self.x = x", "self.x = -x", "test_coordinates", "wrong"),
        {
            "message": "Vector.x gave the wrong answer",
            "call": "Vector(1, 2).x",
            "returned": "-1",
            "expected": "1",
        },
    ),
    "an attribute that is missing": (
        *("self.y = y", "self.z = y", "test_coordinates", "not_defined"),
        {"message": "vectors.py does not define Vector.y"},
    ),
    "an operator that is wrong": (
        *("self.x + other.x", "self.x - other.x", "test_arithmetic", "wrong"),
        {
            "message": "== of Vector gave the wrong answer",
            "call": "(Vector(1, 2) + Vector(3, 4)) == Vector(4, 6)",
            "returned": "False",
            "expected": "True",
        },
    ),
}


@pytest.mark.parametrize(("old", "new", "test", "outcome", "detail"), FAILED.values(), ids=FAILED)
def test_wrong_classes(
    tmp_path: Path, old: str, new: str, *, test: str, outcome: str, detail: dict[str, Any]
) -> None:
    assert old in RIGHT
    found = graded(RIGHT.replace(old, new), tmp_path)[test]
    assert found["outcome"] == outcome
    assert {key: found["detail"].get(key) for key in detail} == detail


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
"""
SLY = """\
class Number:
    def claim(self, *_): return True
    __eq__ = __lt__ = __contains__ = claim
    def __sub__(self, other): return 0
    def __float__(self): return 9.0
    def __hash__(self): return 9

def square(n): return Number()
"""


def test_no_object_stands_for_data(tmp_path: Path) -> None:
    """It has the special methods of the reference's class: none here. An unknown class has none."""
    square = "def square(n): return n * n\n"
    found = messages(tmp_path, CLAIMS, f"class Number: pass\n{square}", SLY)
    assert len(found) == CLAIMS.count("def test")
    says = "square returned Number objects of the class in own.py (line 1) instead of plain data"
    assert messages(tmp_path, CLAIMS, square, SLY) == dict.fromkeys(found, says)


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
