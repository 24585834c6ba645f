"""Names that tests import from a submission's modules, use and replace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.own_kit import failed, fault, messages, write_kit

IMPORTS = """\
import own
import own as other
import pytest
from own import *
from own import SIZE as size
from own import _private, total

def test_functions():
    assert own.double(2) == other.double(2) == double(2) == 4
    assert _private() == 1

def test_constants():
    assert (SIZE, size, own.SIZE) == (3, 3, 3)
    assert [1] * SIZE == [1, 1, 1] and 4 > size

@pytest.mark.parametrize("value", [SIZE, own.SIZE])
def test_parameters(value): assert value == 3

class TestCopied:
    size = SIZE
    def test_it(self): assert self.size + 1 == 4 and self.size != 4

def test_variables():
    assert own.total == total == 42
    own.count()
    assert own.total == 43

def test_variables_are_those_of_one_test(): assert own.total == 42

def test_other_module():
    assert own.money.RATE == 2
    assert isinstance(own.money.Money(1), own.Money)

def test_module():
    assert (own.__name__, own.__doc__) == ("own", "Numbers.")
    assert hasattr(own, "double") and not hasattr(own, "triple")
    assert "double" in dir(own)
"""
OWN = """\
"Numbers."
import money
from money import Money

SIZE = 3
total = 0
for number in (20, 22):
    total += number

def double(n): return n * 2
def _private(): return 1
def count():
    global total
    total += 1
"""
MONEY = """\
RATE = 2
class Money:
    def __init__(self, cents): self.cents = cents
"""
MISSING = """\
import own
from money import RATE, Money
from own import SIZE, double

def test_function(): assert double(2) == 4
def test_whether_it_is_there(): assert hasattr(own, "double")
def test_constant(): assert SIZE == 3
def test_class(): assert Money(3).cents == 3
def test_defined(): assert RATE == 2
"""


def grade_two(folder: Path, tests: str, own: str = OWN, money: str = MONEY) -> dict[str, str]:
    """Grade `own.py` and `money.py`; return the messages on the tests that do not pass."""
    toml = 'title = "Own"\nfiles = ["own.py", "money.py"]\n\n[[part]]\nname = "own"\npoints = 100\n'
    others = {
        "autograder/assignments/own/assignment.toml": f'{toml}file = "own.py"\n',
        "reference/own/money.py": MONEY,
        "starter/own/money.py": MONEY,
    }
    write_kit(folder / "work", {"money.py": money})
    return messages(folder, tests, OWN, own, others=others)


def test_names_are_imported_in_each_way(tmp_path: Path) -> None:
    assert grade_two(tmp_path, IMPORTS) == {}


def test_a_name_that_is_missing_costs_the_tests_that_use_it(tmp_path: Path) -> None:
    own = OWN.replace("double", "dubble").replace("SIZE", "size").replace("Money\n", "RATE\n")
    assert grade_two(tmp_path, MISSING, own, "RATE = 2\n") == {
        "test_function": "own.py does not define double; is `dubble` misspelt?",
        "test_whether_it_is_there": "own.py does not define double; is `dubble` misspelt?",
        "test_constant": "own.py does not define SIZE; is `size` misspelt?",
        "test_class": "money.py does not define Money",
    }


COLLECTED = "is used while the tests are collected: do that in a test or a fixture"
FAULTS = {
    "from own import dubble": "line 1: the reference does not define dubble; double?",
    "from own import double\nFOUR = double(2)": f"line 2: double() {COLLECTED}",
    "from own import Box\nclass TestBox:\n    box = Box(1)": f"line 3: Box() {COLLECTED}",
    "import own, pytest\n@pytest.mark.parametrize('n', [own.double(1)])\ndef test_it(n): pass": (
        f"line 2: double() {COLLECTED}"
    ),
    "import own\nown.SIZE = 4": f"line 2: own.SIZE {COLLECTED}",
    "from own import Box\nclass Bag(Box): pass": "line 2: Bag inherits from the student's Box, "
    "whose code is in another process: use its objects, or put the class into a provided file",
}
BOX = "SIZE = 3\ndef double(n): return 2 * n\nclass Box:\n    def __init__(self, n): self.n = n\n"


@pytest.mark.parametrize(("tests", "says"), FAULTS.items(), ids=FAULTS.values())
def test_faulty_tests_are_refused_with_their_line(tmp_path: Path, tests: str, says: str) -> None:
    found = fault(tmp_path, f"{tests}\n", BOX)
    assert found.removeprefix("tests/test_own.py: ") == f"test_own.py, {says}\n"


PATCHES = """\
from unittest import mock

import own
from own import area, halves, read

def test_constant(monkeypatch):
    monkeypatch.setattr(own, "SIZE", 7)
    assert (area(), own.SIZE) == (49, 7)

def test_constant_is_set():
    own.SIZE = 5
    assert (area(), own.SIZE) == (25, 5)

def test_constant_is_as_before(): assert (area(), own.SIZE) == (9, 3)

def test_in_a_block():
    with mock.patch.object(own, "SIZE", 1):
        assert area() == 1
    assert area() == 9

@mock.patch("own.square", return_value=5)
def test_function(square):
    assert area() == 5
    square.assert_called_once_with(3)

def test_library(monkeypatch):
    monkeypatch.setattr("own.random.random", lambda: 0.5)
    assert halves() == [0.5, 0.5]

def test_builtin():
    with mock.patch("own.open", mock.mock_open(read_data="text"), create=True):
        assert read("in.txt") == "text"
"""
PATCHED = """\
import random

SIZE = 3
def square(n): return n * n
def area(): return square(SIZE)
def halves(): return [random.random(), random.random()]
def read(name):
    with open(name) as file:
        return file.read()
"""


def test_names_are_replaced_until_the_test_ends(tmp_path: Path) -> None:
    assert failed(tmp_path, PATCHES, PATCHED) == {}


NODE = """\
class Node:
    def __init__(self, value, next=None): self.value, self.next = value, next
    def length(self): return 1 + (self.next.length() if self.next else 0)
"""
NODES = """\
from own import last, reverse
from provided import Node

def test_result():
    node = reverse(Node(1, Node(2)))
    assert isinstance(node, Node)
    assert (node.value, node.next.value, node.length()) == (2, 1, 2)

def test_same():
    end = Node(2)
    assert last(Node(1, end)) is end
"""
LINKED = """\
from provided import Node
def reverse(node):
    found = None
    while node:
        found, node = Node(node.value, found), node.next
    return found
def last(node): return last(node.next) if node.next else node
"""


def test_objects_of_provided_classes(tmp_path: Path) -> None:
    """They are made in the worker, so that a submission's functions return the same objects."""
    settings = 'provided = ["provided.py"]\n'
    others = {f"{folder}/own/provided.py": NODE for folder in ("reference", "starter")}
    assert failed(tmp_path, NODES, LINKED, settings=settings, others=others) == {}
    own = LINKED.replace("from provided import Node\n", NODE)
    found = messages(tmp_path, NODES, LINKED, own, settings=settings, others=others)
    assert found["test_result"] == (
        "reverse returned Node objects of the class in own.py (line 1); remove it and write "
        "`from provided import Node`"
    )


REPLACED = """\
from unittest import mock

import own
import pytest

def test_several_times(monkeypatch):
    for n in (2, 3):
        monkeypatch.setattr(own, "f", lambda n=n: n)
        monkeypatch.setattr(own, "SIZE", n)
        monkeypatch.setattr(own.Box, "n", lambda self, n=n: n)
        assert (own.g(), own.Box().n()) == (2 * n, n)
    monkeypatch.undo()
    assert (own.g(), own.Box().n()) == (10, 1)

def test_inside_each_other(monkeypatch):
    monkeypatch.setattr(own, "f", lambda: 2)
    with mock.patch("own.f", lambda: 3), monkeypatch.context() as inner:
        inner.setattr(own, "f", lambda: 4)
        assert own.g() == 13
    assert own.g() == 11

def test_new(monkeypatch):
    for n in (2, 3):
        monkeypatch.setattr(own, "new", n, raising=False)
    monkeypatch.undo()
    assert not hasattr(own, "new")

def test_deleted(monkeypatch):
    monkeypatch.delattr(own, "f")
    assert not hasattr(own, "f")
    monkeypatch.undo()
    assert (own.f(), own.g()) == (1, 10)
"""


def test_names_are_replaced_and_restored(tmp_path: Path) -> None:
    own = "SIZE = 9\ndef f(): return 1\ndef g(): return f() + SIZE\n"
    own += "class Box:\n    def n(self): return 1\n"
    assert failed(tmp_path, REPLACED, own) == {}


CONSTANTS = """\
import pytest
from own import SIZE, TABLE, TEN, double

def test_size(): assert SIZE == 9
def test_table(): assert TABLE["a"] == 1
def test_object(): assert TEN.value == 10
def test_argument(): assert double(SIZE) == 18
def test_own_mistake(): assert {"y": 1}["x"]
"""


def test_constants(tmp_path: Path) -> None:
    """Reading them is no call: a mistake of the test stays the test's."""
    own = "SIZE = 9\nTABLE = {'a': 1}\nclass Ten: value = 10\nTEN = Ten()\n"
    own += "def double(n): return 2 * n\n"
    mistake = {"test_own_mistake": "the grader failed: KeyError: 'x'"}
    assert messages(tmp_path, CONSTANTS, own, own) == mistake
    other = own.replace("9", "8").replace("'a': 1", "").replace("Ten", "Zehn")
    assert messages(tmp_path, CONSTANTS, own, other) == mistake | {
        "test_size": "SIZE returned one less than expected",
        "test_table": "TABLE returned a dict, with which the test cannot go on: KeyError: 'a'",
        "test_object": "TEN returned Zehn objects of the class in own.py (line 3) instead of plain"
        " data",
        "test_argument": "double returned 16 instead of 18",
    }


def test_builtins_that_a_file_replaces(tmp_path: Path) -> None:
    tests = "from own import length, asked\n"
    tests += "def test_length(): assert length([1]) == 7\n"
    tests += "def test_input(monkeypatch):\n"
    tests += "    monkeypatch.setattr('builtins.input', lambda: 'x')\n    assert asked() == 'x'\n"
    reference = "def length(items): return 7\ndef asked(): return input()\n"
    own = "import builtins\nbuiltins.len = lambda items: 7\nbuiltins.isinstance = None\n"
    own += "def length(items): return len(items)\ndef asked(): return input()\n"
    assert failed(tmp_path, tests, reference, own) == {}
