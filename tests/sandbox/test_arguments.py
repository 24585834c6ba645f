"""Arguments: which changes of them a worker reports."""

from __future__ import annotations

from collections import defaultdict

import pytest

from autograder.sandbox.messages import ResponseKind
from tests.sandbox.conftest import Load, ask

CHANGES = {
    "1 becomes True": ("items[0] = True", [1]),
    "an object that cannot be compared": (
        "items[0] = type('C', (), {'__eq__': lambda self, other: self.n == other.n})()",
        [1],
    ),
    "other order": ("items.reverse()", [1, 2]),
    "a key that was looked up": ("items['b']", defaultdict(list, a=[1])),
}


@pytest.mark.parametrize(("body", "argument"), CHANGES.values(), ids=CHANGES)
def test_what_is_a_change(load: Load, body: str, argument: object) -> None:
    assert ask(load(f"def f(items): {body}"), argument).changed


def test_equal_arguments_are_not_the_same_objects(load: Load) -> None:
    """Where they were, code that compares texts or large numbers with `is` would seem right."""
    name, number = "product", 1000
    worker = load("def f(a, b, c, d): return a == 'product' == b and a is not b and c is not d")
    assert ask(worker, name, name, number, number).value is True
    worker = load("PRODUCT = 'product'\ndef f(kind): return kind is PRODUCT")
    assert ask(worker, name).value is False


NO_CHANGES = {
    "changed and restored": ("items.append(3); items.pop()", [1]),
    "a set of texts, in an order of its own": ("items.add('x'); items.remove('x')", set("abcdef")),
    "an object that is no data": ("pass", [object()]),
}


@pytest.mark.parametrize(("body", "argument"), NO_CHANGES.values(), ids=NO_CHANGES)
def test_what_is_not_a_change(load: Load, body: str, argument: object) -> None:
    response = ask(load(f"def f(items): {body}"), argument)
    assert (response.kind, response.changed) == (ResponseKind.VALUE, {})
