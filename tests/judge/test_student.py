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


def test_reserved_names_are_those_of_the_fixture() -> None:
    assert {name for name in dir(Student) if not name.startswith("_")} == set(RESERVED_NAMES)
    assert not [name for name in dir(StudentObject) if not name.startswith("_")]
