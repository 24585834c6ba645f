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
from own import _private, double as twice, total

LIMITS = {"small": size}


def test_functions():
    assert own.double(2) == other.double(2) == twice(2) == double(2) == 4
    assert _private() == 1


def test_constants():
    assert (SIZE, size, own.SIZE, other.SIZE) == (3, 3, 3, 3)
    assert [1] * SIZE == [1, 1, 1]
    assert 4 > size


def test_variables():
    assert own.total == total == 42
    assert f"{own.total:5}" == "   42"
    own.count()
    assert own.total == 43


def test_variables_are_those_of_one_test():
    assert own.total == 42


def test_of_another_module():
    assert own.money.RATE == 2
    assert own.Money(3).cents == 3
    assert isinstance(own.money.Money(1), own.Money)


def test_documentation():
    assert own.__doc__ == "Numbers."
    assert own.__name__ == "own"
    assert hasattr(own, "double")
    assert not hasattr(own, "triple")
    assert "double" in dir(own)


@pytest.mark.parametrize("value", [SIZE, own.SIZE])
def test_parameters(value):
    assert value == 3
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


def test_names_that_a_submission_lacks(tmp_path: Path) -> None:
    """They cost the tests that use them; a class may be missing from the other file."""
    tests = """\
from money import RATE, Money
from own import SIZE, double


def test_double():
    assert double(2) == 4


def test_size():
    assert SIZE == 3


def test_money():
    assert Money(3).cents == 3


def test_rate():
    assert RATE == 2
"""
    own = OWN.replace("double", "dubble").replace("SIZE", "size").replace("Money\n", "RATE\n")
    assert grade_two(tmp_path, tests, own, "RATE = 2\n") == {
        "test_double": "own.py does not define double; is `dubble` misspelt?",
        "test_size": "own.py does not define SIZE; is `size` misspelt?",
        "test_money": "money.py does not define Money",
    }


FAULTS = {
    "an unknown name": (
        "from own import double, dubble\n",
        "test_own.py, line 1: the reference does not define dubble; double?",
    ),
    "an unknown attribute": (
        "import own\n\n\ndef test_it():\n    assert own.SIZ == 3\n",
        "test_own.py, line 5: the reference does not define SIZ; SIZE?",
    ),
    "a call in a module": (
        "from own import double\n\nFOUR = double(2)\n",
        "test_own.py, line 3: double() is used while the tests are collected: "
        "do that in a test or a fixture",
    ),
    "a call in a class": (
        "from own import Box\n\n\nclass TestBox:\n    box = Box(1)\n",
        "test_own.py, line 5: Box() is used while the tests are collected: "
        "do that in a test or a fixture",
    ),
    "a call in parametrize": (
        "import pytest\nfrom own import double\n\n\n"
        "@pytest.mark.parametrize('n', [double(1)])\ndef test_it(n):\n    pass\n",
        "test_own.py, line 5: double() is used while the tests are collected: "
        "do that in a test or a fixture",
    ),
    "a name that is set": (
        "import own\n\nown.SIZE = 4\n",
        "test_own.py, line 3: own.SIZE is used while the tests are collected: "
        "do that in a test or a fixture",
    ),
    "a class that inherits": (
        "from own import Box\n\n\nclass Bag(Box):\n    pass\n",
        "test_own.py, line 4: Bag inherits from the student's Box, whose code is in another "
        "process: use its objects, or put the class into a provided file",
    ),
    "two tests of one name": (
        "def test_it(): pass\ndef test_it(): pass\n",
        "test_own.py, line 2: this file has another test_it, on line 1, which is not run",
    ),
    "a comparison that is returned": (
        "def test_it():\n    return 1 == 1\n",
        "test_own.py, line 2: test_it returns a value; write assert instead of return",
    ),
}
BOX = "SIZE = 3\ndef double(n): return 2 * n\nclass Box:\n    def __init__(self, n): self.n = n\n"


@pytest.mark.parametrize(("tests", "says"), FAULTS.values(), ids=FAULTS)
def test_faulty_tests_are_refused_with_their_line(tmp_path: Path, tests: str, says: str) -> None:
    assert fault(tmp_path, tests, BOX).removeprefix("tests/test_own.py: ") == f"{says}\n"


PATCHES = """\
from unittest import mock

import own
from own import area, halves, now, read


def test_constant(monkeypatch):
    monkeypatch.setattr(own, "SIZE", 7)
    assert (area(), own.SIZE) == (49, 7)


def test_constant_is_as_before():
    assert (area(), own.SIZE) == (9, 3)


def test_constant_in_a_block():
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


def test_open():
    with mock.patch("own.open", mock.mock_open(read_data="text"), create=True):
        assert read("in.txt") == "text"
"""
PATCHED = """\
import random
import time

SIZE = 3


def square(n): return n * n
def area(): return square(SIZE)
def halves(): return [random.random(), random.random()]
def now(): return time.time()
def read(name):
    with open(name) as file:
        return file.read()
"""


def test_names_are_replaced_until_the_test_ends(tmp_path: Path) -> None:
    assert failed(tmp_path, PATCHES, PATCHED) == {}


SHAPES = """\
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next

    def length(self):
        return 1 + (self.next.length() if self.next else 0)
"""
NODES = """\
from own import last, reverse
from shapes import Node


def test_result():
    node = reverse(Node(1, Node(2)))
    assert isinstance(node, Node)
    assert (node.value, node.next.value, node.length()) == (2, 1, 2)


def test_same():
    end = Node(2)
    assert last(Node(1, end)) is end
"""
LINKED = """\
from shapes import Node


def reverse(node):
    found = None
    while node:
        found, node = Node(node.value, found), node.next
    return found


def last(node): return last(node.next) if node.next else node
"""


def test_objects_of_provided_classes(tmp_path: Path) -> None:
    """They are made in the worker, so that a submission's functions return the same objects."""
    settings = 'provided = ["shapes.py"]\n'
    others = {f"{folder}/own/shapes.py": SHAPES for folder in ("reference", "starter")}
    assert failed(tmp_path, NODES, LINKED, settings=settings, others=others) == {}
    own = SHAPES + LINKED.replace("from shapes import Node\n", "")
    found = messages(tmp_path, NODES, LINKED, own, settings=settings, others=others)
    assert found["test_result"] == (
        "reverse returned Node objects of the class in own.py (line 1): remove it and write "
        "`from shapes import Node`"
    )
