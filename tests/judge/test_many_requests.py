"""Tests that ask each object of a list: the submission chooses how many requests that are."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.invocation import Exchange
from autograder.sandbox.protocol import Response, ResponseKind
from tests.judge.own_kit import failures, write_one_part

RIGHT = """\
class Item:
    def __init__(self, name):
        self.name = name


class Cart:
    def __init__(self):
        self._items = []

    def add(self, name):
        self._items.append(Item(name))

    def items(self):
        return list(self._items)
"""
LARGE = """\
class Item:
    name = "tea" * 1_000_000


class Cart:
    def add(self, name):
        pass

    def items(self):
        return [Item() for _ in range(5000)]
"""
TESTS = """\
def test_names(student):
    cart = student.new("Cart")
    cart.add("tea")
    assert [item.name for item in cart.items()] == ["tea"]
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_one_part(tmp_path_factory.mktemp("requests"), TESTS, RIGHT)


def test_attributes_of_a_few_objects(kit: Path) -> None:
    assert failures(kit, kit / "reference/own") == {}


def test_attributes_that_would_fill_memory(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(LARGE, encoding="utf-8")
    assert failures(kit, tmp_path) == {
        "test_names": {
            "message": "Item.name and the calls before it returned more than 32 MiB in one test",
            "call": "Cart().items().name",
        }
    }


def test_requests_of_a_test_are_limited() -> None:
    """`while node is not None: node = node.next` does not end if the nodes are a ring."""
    exchange, answer = Exchange(), Response(ResponseKind.VALUE, size=40)
    for _ in range(50_000):
        exchange.answer(answer)
    assert exchange.excess() == ""
    exchange.answer(answer)
    assert exchange.excess() == "are more than 50,000 in one test: does something never end?"


RIGHT_FILES = """\
def save(text):
    with open("a.txt", "w") as file:
        file.write(text)
    return ["a.txt"]
"""
LARGE_FILES = RIGHT_FILES.replace("(text)\n", "(text * 1_000_000)\n").replace('["a', '40 * ["a')
TESTS_OF_FILES = """\
def test_texts(student):
    files = student.files({})
    assert [files[name] for name in student.save("x")] == ["x"]
"""


def test_files_that_would_fill_memory(tmp_path: Path) -> None:
    """Nothing limited how often a file is read: a list of its name can be 200,000 long."""
    kit = write_one_part(tmp_path / "kit", TESTS_OF_FILES, RIGHT_FILES)
    assert failures(kit, kit / "reference/own") == {}
    (tmp_path / "own.py").write_text(LARGE_FILES, encoding="utf-8")
    detail = failures(kit, tmp_path / "own.py")["test_texts"]
    message = "save and the files read after it returned more than 32 MiB in one test"
    assert detail["message"] == message
