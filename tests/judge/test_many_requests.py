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
