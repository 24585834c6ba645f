"""The `student` fixture: every name of a student's works, and no option outlives its call."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from autograder.assignment_checks import RESERVED_NAMES
from autograder.judge.fixtures.objects import StudentObject
from autograder.judge.fixtures.student import Student
from tests.conftest import run_autograder

FUNCTIONS = ("last", "close", "asked", "reached", "hinted", "call", "exchange", "caller")
METHODS = (*RESERVED_NAMES, "student", "kind", "number", "calls", "close")

TOML = """\
title = "Names"
files = ["own.py"]

[[part]]
name = "last"
points = 100
file = "own.py"
"""
TESTS = """\
import pytest

FUNCTIONS, METHODS = {functions}, {methods}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(student, name):
    assert getattr(student, name)(1) == (name, 1)


@pytest.mark.parametrize("name", METHODS)
def test_method(student, name):
    assert getattr(student.new("C"), name)(1) == (name, 1)


def test_mutating(student):
    assert student.mutating.grow([1]) == [1, 1]


def test_mutating_object(student):
    assert student.mutating.new("Box", [1]).add([2]) == [2, 1]


def test_copying(student):
    assert student.copying.grown([1]) == [1, 1]


def test_a_part_may_be_returned(student):
    assert student.same([1]) == [1]


def test_options_not_called(student):
    student.copying
    assert student.same([1]) == [1]


def test_reading_not_called(student):
    student.reading("text")
    assert student.read() == ""


def test_options_add_up(student):
    assert student.pure.reading("text").read() == "text"
    assert student.reading("text").mutating.copying.read() == "text"


def test_options_of_one_call(student):
    caller = student.reading("text")
    assert (caller.read(), caller.read(), student.read()) == ("text", "text", "")

"""
OWN = (
    "import sys\n\n\n"
    + "".join(f"def {name}(x): return {name!r}, x\n" for name in FUNCTIONS)
    + "def grow(items):\n    items.append(1)\n    return items\n\n"
    + "def grown(items): return [*items, 1]\n\n"
    + "def same(items): return items\n\n"
    + "class Box:\n    def __init__(self, items): items.append(1)\n\n"
    + "    def add(self, items):\n        items.append(1)\n        return items\n\n"
    + "def read(): return sys.stdin.read()\n\n"
    + "class C:\n"
    + "".join(f"    def {name}(self, x): return {name!r}, x\n" for name in METHODS)
)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = tmp_path_factory.mktemp("names")
    files = {
        "autograder/assignments/names/assignment.toml": TOML,
        "autograder/assignments/names/tests/test_last.py": TESTS.format(
            functions=FUNCTIONS, methods=METHODS
        ),
        "reference/names/own.py": OWN,
        "starter/names/own.py": OWN,
    }
    for name, content in files.items():
        (kit / name).parent.mkdir(parents=True, exist_ok=True)
        (kit / name).write_text(content, encoding="utf-8")
    return kit


def outcomes(kit: Path, folder: Path) -> dict[str, str]:
    ran = run_autograder("grade", "names", folder, "--kit", kit, "--json", "-")
    assert ran.err == ""
    [part] = json.loads(ran.out)["parts"]
    return {test["name"]: test["outcome"] for test in part["tests"]}


def test_every_name_works_and_no_option_outlives_its_call(kit: Path) -> None:
    found = outcomes(kit, kit / "reference/names")
    assert len(found) == len(FUNCTIONS) + len(METHODS) + 8
    assert set(found.values()) == {"pass"}


def test_a_wrong_function_of_any_name_fails(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN.replace(", x\n", ", -x\n"))
    found = outcomes(kit, tmp_path)
    named = {test: outcome for test, outcome in found.items() if "[" in test}
    assert set(named.values()) == {"wrong"}


OF_CLASSES = """\
def test_options(student):
    assert student.mutating.Box.grow([1]) == [1, 1]
    assert student.mutating.GROW([1]) == [1, 1]
    assert student.reading("text").Box.read() == "text"
    assert student.Box.read() == ""


def test_class_method_after_another_call(student):
    student.mutating.grow([1])
    student.Box.grow([1])


def test_constant_after_another_call(student):
    student.mutating.grow([1])
    student.GROW([1])


def test_sum_after_another_call(student):
    one, other = student.new("Box"), student.new("Box")
    student.mutating.grow([1])
    (one + other).grow([1])
"""
WITH_CLASS = """\
import sys


def grow(items):
    items.append(1)
    return items


GROW = grow


class Box:
    def __add__(self, other): return Box()

    @staticmethod
    def grow(items): return grow(items)

    @staticmethod
    def read(): return sys.stdin.read()
"""


def test_options_of_class_methods_constants_and_objects(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "kit")
    tests = tmp_path / "kit/autograder/assignments/names/tests/test_last.py"
    tests.write_text(OF_CLASSES, encoding="utf-8")
    (tmp_path / "own.py").write_text(WITH_CLASS, encoding="utf-8")
    found = outcomes(tmp_path / "kit", tmp_path)
    assert found.pop("test_options") == "pass"
    assert found == {
        f"test_{name}_after_another_call": "wrong" for name in ("class_method", "constant", "sum")
    }


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


def test_arguments_by_keyword(kit: Path, tmp_path: Path) -> None:
    copied = tmp_path / "kit"
    shutil.copytree(kit, copied)
    (copied / "autograder/assignments/names/tests/test_last.py").write_text(BY_KEYWORD)
    (copied / "starter/names/own.py").write_text("")
    (tmp_path / "own.py").write_text(WITH_KEYWORDS)
    ran = run_autograder("grade", "names", tmp_path, "--kit", copied, "--json", "-")
    tests = {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}
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


def test_each_requirement_on_arguments_fails_a_test(kit: Path, tmp_path: Path) -> None:
    copied = tmp_path / "kit"
    shutil.copytree(kit, copied)
    (copied / "autograder/assignments/names/tests/test_last.py").write_text(DEMANDS)
    starter = copied / "starter/names/own.py"
    starter.write_text("def last(items): pass\ndef same(rows): pass\n")
    (tmp_path / "own.py").write_text(CARELESS)
    ran = run_autograder("grade", "names", tmp_path, "--kit", copied, "--json", "-")
    [part] = json.loads(ran.out)["parts"]
    details = {test["name"]: test["detail"] for test in part["tests"]}
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


def test_parameters_of_static_methods_and_positional_ones(kit: Path, tmp_path: Path) -> None:
    copied = tmp_path / "kit"
    shutil.copytree(kit, copied)
    (copied / "autograder/assignments/names/tests/test_last.py").write_text(CALLS)
    (copied / "starter/names/own.py").write_text(PARAMETERS)
    told = {}
    for own in (CHANGES_FIRST, TAKES_ONE_LESS):
        (tmp_path / "own.py").write_text(own)
        ran = run_autograder("grade", "names", tmp_path, "--kit", copied, "--json", "-")
        [part] = json.loads(ran.out)["parts"]
        told[own] = [test["detail"]["message"] for test in part["tests"]]
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


def test_arguments_are_shown_as_they_were_in_the_call(kit: Path, tmp_path: Path) -> None:
    copied = tmp_path / "kit"
    shutil.copytree(kit, copied)
    (copied / "autograder/assignments/names/tests/test_last.py").write_text(CHANGES_LATER)
    source = "def last(items): return 2\ndef stop(items): raise ValueError(items)\n"
    (tmp_path / "own.py").write_text(source)
    ran = run_autograder("grade", "names", tmp_path, "--kit", copied, "--json", "-")
    [part] = json.loads(ran.out)["parts"]
    details = [test["detail"] for test in part["tests"]]
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


def test_reserved_names_are_those_of_the_fixture() -> None:
    assert {name for name in dir(Student) if not name.startswith("_")} == set(RESERVED_NAMES)
    assert not [name for name in dir(StudentObject) if not name.startswith("_")]
