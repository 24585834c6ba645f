"""What a test has computed is shown in its own words; `returned` is what the call returned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.judge.own_kit import failed

RIGHT = """\
class Card:
    def __init__(self, n): self.n = n
    def __eq__(self, other): return self.n == other.n
    def __repr__(self): return f"Card({self.n})"
def best(cards): return max(cards, key=lambda card: card.n)
def greet(name): print(f"Hello, {name}!")
def total(numbers): return sum(numbers)
"""
WRONG = RIGHT.replace("max", "min").replace("Hello, {name}", "Good day").replace("sum", "max")
TESTS = """\
import unittest
from own import Card, best, greet, total

def test_word(capsys):
    greet("Ada")
    assert "Ada" in capsys.readouterr().out
def test_count(capsys):
    greet("Ada")
    assert capsys.readouterr().out.count("Ada") == 1
def test_same():
    low, high = Card(1), Card(2)
    assert best([low, high]) is high
def test_equal():
    low, high = Card(1), Card(2)
    assert best([low, high]) == high
def test_computed():
    found = [total([1, 2]) * 2]
    assert found == [6]
class Test(unittest.TestCase):
    def test_true(self): self.assertTrue(total([1, 2]) > 2)
"""
SAYS: dict[str, dict[str, Any]] = {
    "test_word": {
        "message": "greet printed 'Good day!', in which 'Ada' is missing",
        "kind": "printed",
        "difference": "In the test, `assert 'Ada' in capsys.readouterr().out`: "
        "'Ada' in 'Good day!\\n' is false",
    },
    "test_count": {
        "message": "greet gave the wrong answer",
        "printed": "Good day!",
        "difference": "In the test, `assert capsys.readouterr().out.count('Ada') == 1`: 0 == 1 is"
        " false",
    },
    "test_same": {
        "message": "best returned Card(1) instead of Card(2)",
        "call": "best([Card(1), Card(2)])",
        "returned": "Card(1)",
        "expected": "Card(2)",
    },
    "test_equal": {
        "message": "best returned Card(1) instead of Card(2)",
        "returned": "Card(1)",
        "expected": "Card(2)",
    },
    "test_computed": {
        "returned": "2",
        "expected": "",
        "difference": "In the test, `assert found == [6]`: [4] == [6] is false",
    },
    "Test::test_true": {
        "returned": "2",
        "difference": "False is not true\nIn the test, `self.assertTrue(total([1, 2]) > 2)`",
    },
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return failed(tmp_path_factory.mktemp("words"), TESTS, RIGHT, WRONG)


@pytest.mark.parametrize("test", SAYS)
def test_shown(found: dict[str, dict[str, Any]], test: str) -> None:
    assert {key: found[test].get(key, "") for key in SAYS[test]} == SAYS[test]


def test_equality_that_is_wrong_is_blamed(tmp_path: Path) -> None:
    """Both objects are the test's own."""
    tests = "from own import Card\n\ndef test_own():\n    assert Card(1) == Card(1)\n"
    own = RIGHT.replace("self.n == other.n", "self is other")
    detail = failed(tmp_path, tests, RIGHT, own)["test_own"]
    assert (detail["subject"], detail["returned"]) == ("== of Card", "False")


def test_text_that_is_returned_and_not_printed(tmp_path: Path) -> None:
    own = RIGHT.replace('print(f"Hello, {name}!")', 'return f"Hello, {name}!"')
    said = "greet returned the text, but printed nothing; the test reads what is printed, and"
    for detail in failed(tmp_path, TESTS, RIGHT, own).values():
        assert detail["message"] == f"{said} `return` does not print"


@pytest.mark.parametrize(
    ("given", "cause"),
    [
        ("'Add'", "`kind` is 'Add', never 'add' (line 2)"),
        ("'sub'", ""),
        ("[0]", "`kind` is [0], never a string (line 2)"),
        ("None", ""),
    ],
)
def test_comparison_with_what_a_variable_never_was(tmp_path: Path, given: str, cause: str) -> None:
    own = "def sign(kind):\n    if kind == 'add':\n        return 1.5\n    return 0.25\n"
    tests = f"from own import sign\n\ndef test_sign():\n    assert sign({given}) == 1.5\n"
    right = own.replace("== 'add'", "in ('Add', 'sub', [0], None)")
    assert failed(tmp_path, tests, right, own)["test_sign"].get("cause", "") == cause


def test_printed_text_that_is_returned(tmp_path: Path) -> None:
    """The test compares all that is printed, and that is what the function returned."""
    tests = (
        "from own import greet\n\ndef test_greet(capsys):\n    greet('Ada')\n"
        "    assert capsys.readouterr().out == 'Hello, Ada!\\n'\n"
    )
    own = RIGHT.replace('print(f"Hello, {name}!")', 'return f"Hello, {name}!\\n"')
    detail = failed(tmp_path, tests, RIGHT, own)["test_greet"]
    assert detail["message"].startswith("greet returned the text, but printed nothing; the test")


SNAKE = """\
class Snake:
    def __init__(self, sound="s"): self.sound = sound
    def __str__(self): return self.sound
    def __eq__(self, other): return self.sound == other.sound
def size(n): return n
"""
OF_SNAKES = """\
from own import Snake, size

def test_str(): assert str(Snake("a")) == "a"
def test_equal(): assert Snake("a") == Snake("a")
def test_size(): assert size(3) == 3
"""
MISSPELT = {
    "a method with one underscore": (
        *("__str__", "_str_", "test_str"),
        "Snake has no __str__: is `_str_` (line 3) misspelt? `__str__` has two underscores on each"
        " side",
    ),
    "a constructor": (
        *("__init__", "__inti__", "test_str"),
        "Snake has no __init__: is `__inti__` (line 2) misspelt? `__init__` has two underscores on"
        " each side",
    ),
    "no equality": (
        *("    def __eq__(self, other): return self.sound == other.sound\n", "", "test_equal"),
        "`==` then holds only for the same object",
    ),
    "two definitions": (
        *("def size(n): return n\n", "def size(n): return n\n\ndef size(n): return 7 * n\n"),
        *("test_size", "size is defined again in line 7, so that of line 5 is lost"),
    ),
}


@pytest.mark.parametrize(("old", "new", "test", "cause"), MISSPELT.values(), ids=MISSPELT)
def test_definitions(tmp_path: Path, old: str, new: str, test: str, cause: str) -> None:
    found = failed(tmp_path, OF_SNAKES, SNAKE, SNAKE.replace(old, new))
    assert found[test]["cause"].endswith(cause)


def test_text_that_a_test_takes_returned_or_printed(tmp_path: Path) -> None:
    """It is not said that it should have been printed."""
    tests = (
        "import io\nfrom contextlib import redirect_stdout\nfrom own import show\n\n"
        "def shown():\n    out = io.StringIO()\n    with redirect_stdout(out):\n"
        "        value = show()\n    return value or out.getvalue()\n\n"
        "def test_show(): assert shown() == ''\n"
    )
    right = "def show(): return ''\n"
    detail = failed(tmp_path, tests, right, "def show(): return 'z'\n")["test_show"]
    assert detail["message"] == "show returned 'z' instead of ''"


UNUSABLE = {
    "found()[1]": ("(n for n in [1])", "a generator", "'iterator' object is not subscriptable"),
    "len(found())": ("map(str, [1])", "a map", "object of type 'iterator' has no len()"),
    "found()[0]": ("lambda: 1", "a function", "'function' object is not subscriptable"),
    "found()[0][1]": ("looped", "a list", "'object' object is not subscriptable"),
}
"""What a test asks of a list, what is returned, and what Python says."""


@pytest.mark.parametrize("asked", UNUSABLE)
def test_no_class_of_the_grader_is_named(tmp_path: Path, asked: str) -> None:
    value, kind, says = UNUSABLE[asked]
    tests = f"from own import found\n\ndef test_it():\n    assert {asked} is not None\n"
    head = "looped = [0]\nlooped[0] = looped\n"
    right, own = (f"{head}def found(): return {each}\n" for each in ("[[0, 1], 2]", value))
    detail = failed(tmp_path, tests, right, own)["test_it"]
    cannot = f"{kind}, with which the test cannot go on"
    assert detail["message"] == f"found returned {cannot}: TypeError: {says}"


PURSE = """\
class Purse:
    def __init__(self, coins): self.coins = coins
    def put(self, n):
        self.coins += n
    def take(self, n): self.coins -= n
"""
OF_PURSE = """\
from own import Purse

def test_put():
    purse, other = Purse(5), Purse(1)
    purse.take(1)
    purse.put(2)
    assert other.coins == 1
    assert purse.coins == 6
def test_computed():
    purse = Purse(5)
    purse.put(2)
    assert [purse.coins] == [7]
"""


def test_attribute_is_explained_by_the_method_that_set_it(tmp_path: Path) -> None:
    own = PURSE.replace("self.coins += n", "coins = self.coins + n")
    found = failed(tmp_path, OF_PURSE, PURSE, own)
    why = "`coins` (line 4) is a local variable: write `self.coins`"
    assert found["test_put"]["message"] == f"Purse.coins is 4 instead of 6; {why}"
    assert found["test_put"]["call"] == "purse = Purse(5)\npurse.take(1)\npurse.put(2)\npurse.coins"
    for detail in found.values():
        assert detail["cause"] == why
        value = 6 if "expected" in detail else 7
        lines = detail["lines"].splitlines()[1:]
        before = f"`self.coins` was {value - 2}"
        assert lines == [f"  line 4 in Purse.put: {before}; `coins` was {value}"]


TRUTHS = """\
from own import Stack, is_odd, squares, tops

def shown(value): return None if value is None else len(value)
def test_true(): assert is_odd(3)
def test_false(): assert not is_odd(4)
def test_of_a_helper(): assert shown(squares(2)) == 2
def test_method_itself(): assert Stack().size() == 0
"""
OF_TRUTHS = """\
def is_odd(n): return n % 2 == 1
def squares(n): return [i * i for i in range(n)]
def tops(n): return n
class Stack:
    def __init__(self): self._size = 0
    def size(self): return self._size
"""


def test_what_a_test_asks_of_a_call(tmp_path: Path) -> None:
    """What its own helper makes of a None is not what the call should have returned."""
    own = (
        OF_TRUTHS.replace("== 1", "== 0")
        .replace("i * i for i in range(n)", "")
        .replace("return []", "return None")
        .replace("self._size\n", "self.size\n")
    )
    found = failed(tmp_path, TRUTHS, OF_TRUTHS, own)
    assert {name: each["message"] for name, each in found.items()} == {
        "test_true": "is_odd returned False instead of True",
        "test_false": "is_odd returned True instead of False",
        "test_of_a_helper": "squares returned None",
        "test_method_itself": "Stack.size returned a function instead of a number; that is"
        " Stack.size itself",
    }
    asked = "In the test, `assert shown(squares(2)) == 2`: None == 2 is false"
    assert found["test_of_a_helper"]["difference"] == asked
    assert "expected" not in found["test_of_a_helper"]


def test_value_that_the_test_has_changed(tmp_path: Path) -> None:
    right = "def grid(n): return [[0] * n for _ in range(n)]\n"
    tests = (
        "from own import grid\n\ndef test_grid():\n    found = grid(2)\n"
        "    found[0][1] = 5\n    assert found == [[0, 5], [0, 0]]\n"
    )
    detail = failed(tmp_path, tests, right, "def grid(n):\n    return [[0] * n] * n\n")["test_grid"]
    why = "all rows of `[[0] * n] * n` (line 2) are one list: write `[[0] * n for _ in range(n)]`"
    assert detail["message"] == f"grid gave the wrong answer; {why}"
    assert (detail["call"], detail["returned"]) == ("grid(2)", "0  0\n0  0")
    asked = "In the test, `assert found == [[0, 5], [0, 0]]`"
    assert detail["difference"] == f"{asked}: [[0, 5], [0, 5]] == [[0, 5], [0, 0]] is false"


MAY_CHANGE = 'arguments = "may change"\n'


def test_returned_argument_that_the_call_has_changed(tmp_path: Path) -> None:
    """It is shown as it was returned, not as it was passed."""
    right = "def kept(ns): return [n for n in ns if n > 0]\n"
    own = (
        "def kept(ns):\n    for n in ns:\n        if n < 0:\n            ns.remove(n)\n"
        "    return ns\n"
    )
    tests = "from own import kept\n\ndef test_kept(): assert kept([1, -2, -3]) == [1]\n"
    detail = failed(tmp_path, tests, right, own, settings=MAY_CHANGE)["test_kept"]
    assert (detail["returned"], detail["expected"]) == ("[1, -3]", "[1]")


def test_nothing_is_never_said_where_notes_were_left_out(tmp_path: Path) -> None:
    own = (
        "def found(kinds):\n    count = 0\n    for kind in kinds:\n        if kind == 'add':\n"
        "            count += 1\n    return count\n"
    )
    tests = (
        "from own import found\n\n"
        "def test_it(): assert found(['Add'] * 2000 + ['add'] + ['Add'] * 2000) == 9\n"
        "def test_few(): assert found(['Add']) == 9\n"
    )
    seen = failed(tmp_path, tests, own.replace("return count", "return 9"), own)
    assert "cause" not in seen["test_it"]
    assert seen["test_few"]["cause"] == "`kind` is 'Add', never 'add' (line 4)"


def test_queue_that_is_never_empty(tmp_path: Path) -> None:
    own = (
        "from collections import deque\ndef drained(n):\n    pending = deque([n])\n"
        "    while pending:\n        pending.append(pending.popleft())\n    return n\n"
    )
    tests = "from own import drained\n\ndef test_it(): assert drained(1) == 1\n"
    right = own.replace("append", "count")
    detail = failed(tmp_path, tests, right, own, settings="[limits]\ncall_seconds = 0.3\n")
    says = "`while pending` (line 4) does not end: `pending` is never empty, 0 or False"
    assert detail["test_it"]["difference"] == says
