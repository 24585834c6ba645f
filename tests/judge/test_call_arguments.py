"""Arguments of a call: by keyword, as a failure shows them, and what a call may do to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conftest import run_autograder
from tests.judge.own_kit import write_one_part


def graded(folder: Path, tests: str, starter: str, own: str) -> dict[str, dict[str, Any]]:
    kit = write_one_part(folder / "kit", tests, starter)
    (folder / "own.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "own", folder, "--kit", kit, "--json", "-")
    return {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}


BY_KEYWORD = """\
def test_last(student):
    assert student.last(1, b=2) == (1, 2)


def test_only_keywords(student):
    assert student.last(b=2, a=1) == (1, 2)


def test_object(student):
    assert student.new("C", class_name=3).times(factor=2) == 6


def test_wrong(student):
    assert student.last(1, b=[2] * 40) == 0


def test_changed(student):
    student.change(1, items=[2])


def test_unknown(student):
    student.last(1, c=2)
"""
WITH_KEYWORDS = """\
def last(a, b): return a, b
def change(a, items): items.append(a)
class C:
    def __init__(self, class_name): self.n = class_name
    def times(self, factor): return self.n * factor
"""


def test_arguments_by_keyword(tmp_path: Path) -> None:
    tests = graded(tmp_path, BY_KEYWORD, "", WITH_KEYWORDS)
    passed = [name for name, test in tests.items() if test["outcome"] == "pass"]
    assert passed == ["test_last", "test_only_keywords", "test_object"]
    wrong, changed, unknown = (
        tests[f"test_{name}"]["detail"] for name in ("wrong", "changed", "unknown")
    )
    assert wrong["call"] == "last(1, b=b)"
    assert list(wrong["arguments"]) == ["b"]
    assert changed["message"] == "change changed its argument items"
    assert changed["difference"] == "items after the call: [2, 1]"
    assert unknown["message"].endswith("got an unexpected keyword argument 'c'")
    assert tests["test_unknown"]["outcome"] == "crashed"


DEMANDS = """\
def test_last(student):
    assert student.last([1]) == 1


def test_pure(student):
    assert student.mutating.pure.last([1]) == 1


def test_said_in_another_call(student):
    student.mutating.last([1])
    assert student.last([1]) == 1


def test_object(student):
    box = student.new("Box", [1])


def test_method(student):
    assert student.new("Bag").add([1]) == 1


def test_shared(student):
    assert student.copying.same([[1]]) == [[1]]
"""
CARELESS = """\
def last(items): return items.pop()
def same(rows): return list(rows)
class Box:
    def __init__(self, items): items.clear()
class Bag:
    def add(self, items): return items.pop()
"""


def test_each_requirement_on_arguments_fails_a_test(tmp_path: Path) -> None:
    starter = "def last(items): pass\ndef same(rows): pass\n"
    results = graded(tmp_path, DEMANDS, starter, CARELESS)
    details = {name: test["detail"] for name, test in results.items()}
    told = {name: (detail["message"], detail["difference"]) for name, detail in details.items()}
    changed = ("last changed its argument items", "items after the call: []")
    assert told == {
        "test_last": changed,
        "test_pure": changed,
        "test_said_in_another_call": changed,
        "test_object": ("Box changed its argument", "argument_1 after the call: []"),
        "test_method": ("add changed its argument", "argument_1 after the call: []"),
        "test_shared": (
            "same returned its argument, or a part of it, instead of a copy",
            "result[0] is an object from the argument, not a copy",
        ),
    }


PARAMETERS = """\
class Box:
    @staticmethod
    def count(items, number): pass
    @classmethod
    def of(cls, items): pass
def last(items, /, number): pass
"""
CALLS = """\
import pytest


@pytest.mark.parametrize("name", ["count", "of"])
def test_method(student, name):
    assert getattr(student.new("Box"), name)([1, 2], 1) == 1


def test_last(student):
    assert student.last([1, 2], 1) == 1
"""
CHANGES_FIRST = """\
class Box:
    @staticmethod
    def count(found, one): return found.pop()
    @classmethod
    def of(cls, found, one): return found.pop()
def last(found, one): return found.pop()
"""
TAKES_ONE_LESS = """\
class Box:
    @staticmethod
    def count(found): return 1
    @classmethod
    def of(cls): return 1
def last(found): return 1
"""


def test_parameters_of_static_methods_and_positional_ones(tmp_path: Path) -> None:
    told = {}
    for own in (CHANGES_FIRST, TAKES_ONE_LESS):
        results = graded(tmp_path, CALLS, PARAMETERS, own)
        told[own] = [test["detail"]["message"] for test in results.values()]
    assert told == {
        CHANGES_FIRST: [
            "count changed its argument items",
            "of changed its argument items",
            "last changed its argument items",
        ],
        TAKES_ONE_LESS: [
            "count(items, number) takes 2, yours takes 1: found (own.py, line 3)",
            "of(items) takes 1, yours takes none (own.py, line 5)",
            "last(items, number) takes 2, yours takes 1: found (own.py, line 6)",
        ],
    }


CHANGES_LATER = """\
from datetime import date
from pathlib import Path

import pytest


@pytest.mark.parametrize("item", [7, "seven", 10**30, date(2026, 1, 7), Path("seven")])
def test_last(student, item):
    items = [item]
    result = student.last(items)
    items.clear()
    assert result == 1


def test_in_itself(student):
    items = [7]
    items.append(items)
    result = student.last(items)
    items.clear()
    assert result == 1


def test_expected_exception(student):
    items = [7]
    with pytest.raises(ValueError):
        student.stop(items)
    items.clear()
    assert student.last([0]) == 1
"""


def test_arguments_are_shown_as_they_were_in_the_call(tmp_path: Path) -> None:
    own = "def last(items): return 2\ndef stop(items): raise ValueError(items)\n"
    results = graded(tmp_path, CHANGES_LATER, "def last(x): pass\n", own)
    details = [test["detail"] for test in results.values()]
    assert details[5]["arguments"]["x"].startswith("[7, [7, [7, ")
    assert [detail["call"] for detail in details] == [
        "last([7])",
        "last(['seven'])",
        f"last([{10**30}])",
        "last([datetime.date(2026, 1, 7)])",
        "last([PosixPath('seven')])",
        "last(x)",
        "last([0])",
    ]
