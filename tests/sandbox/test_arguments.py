"""Arguments: which changes a worker reports, and when a result shares a part with one."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

import pytest

from autograder.sandbox.messages import ResponseKind
from tests.sandbox.conftest import Load, ask


def test_changed_parts_are_reported_by_number(load: Load) -> None:
    worker = load("""
        def f(kept, changed, row):
            changed.append(3)
            row[0].add(7)
            return sum(changed)
    """)
    response = ask(worker, [1], [1], ({5},))
    assert response.changed == {1: [1, 3], 2: {5, 7}}
    assert response.value == 4


CHANGES = {
    "1 becomes True": ("items[0] = True", [1]),
    "an object that cannot be compared": (
        "items[0] = type('C', (), {'__eq__': lambda self, other: self.n == other.n})()",
        [1],
    ),
    "-1 becomes -2": ("items.remove(-1); items.add(-2)", {-1}),
    "a key is added": ("items['b'] = 2", {"a": 1}),
    "other order": ("items.reverse()", [1, 2]),
    "a count": ("items['a'] += 1", Counter(a=1)),
    "other order of an OrderedDict": ("items.move_to_end('a')", OrderedDict(a=1, b=2)),
    "a key that was looked up": ("items['b']", defaultdict(list, a=[1])),
    "an item inside": ("items['a'].append(1)", defaultdict(list, a=[])),
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
    "a new value for the parameter": ("items = items + [3]", [1]),
    "changed and restored": ("items.append(3); items.pop()", [1]),
    "a set of texts, in an order of its own": ("items.add('x'); items.remove('x')", set("abcdef")),
    "a counter with a key last": ("items['a'] = items.pop('a')", Counter(a=1, b=2)),
    "a dict with its key last": ("items[(1, 2)] = items.pop((1, 2))", {(1, 2): 3, (4, 5): 6}),
    "an object that is no data": ("pass", [object()]),
}


@pytest.mark.parametrize(("body", "argument"), NO_CHANGES.values(), ids=NO_CHANGES)
def test_what_is_not_a_change(load: Load, body: str, argument: object) -> None:
    response = ask(load(f"def f(items): {body}"), argument)
    assert (response.kind, response.changed) == (ResponseKind.VALUE, {})


def test_result_that_is_an_argument_is_the_same_object(load: Load) -> None:
    worker = load("def f(items, n): items.append(3); return [items]")
    items = [1]
    assert worker.call("f", [items, 2], 1, may_change=True).value[0] is items
    assert worker.call("f", [items, 2], 1).value == [[1, 3]]  # It may not: as it is now.


def test_changed_argument_too_big_to_send(load: Load) -> None:
    response = ask(load("def f(items): items.extend(range(300_000))"), [1])
    assert response.changed == {0: None}


def test_shared_part_is_reported(load: Load) -> None:
    worker = load("def f(rows): return [list(rows[0]), rows[1]]")
    assert ask(worker, [[1], [2]], copies=True).shared == "result[1]"
    assert ask(worker, [[1], [2]]).shared == ""
