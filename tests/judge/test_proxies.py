"""What a test can pass to a submission, and what of a submission it can pass on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import copy_kit, run_autograder
from tests.judge.own_kit import failures, write_one_part

UNUSABLE = {
    "student.apply_twice(lambda n: n, 3)": "a test passes the function <lambda>, which",
    "student.apply_twice(own, 3)": "a test passes the function own, which the worker does not have",
    "student.apply_twice(iter([1]), 3)": "a test passes a list_iterator, which cannot be sent",
    "student.apply_twice(3, {}.keys())": "a test passes a dict_keys, which",
    "student.apply_twice([(n for n in [])], 3)": "a test passes a generator, which cannot be sent",
    "student.apply_twice(partial(max, 2), 3)": "a test passes a partial, which cannot be sent to "
    "the worker: pass plain data, a function of a provided file, or what student.new makes",
    "student.apply_twice(3, SimpleNamespace(n=1))": "a test passes a SimpleNamespace, which cannot",
    "student.apply_twice(3, [ValueError()])": "a test passes a ValueError, which cannot be sent",
    "student.apply_twice(3, BytesIO())": "a test passes a BytesIO, which cannot be sent to the "
    "worker: pass an io.StringIO of its text, or write the file with student.files",
    "student.apply_twice(Own(1), 3)": "a test passes a Own, a class that the worker does not have: "
    "define it in a provided file, and name that file as `types` in assignment.toml",
    'student.ref("a b")': "a test asks for student.ref('a b'), which is not a name",
}


@pytest.mark.parametrize(("call", "message"), UNUSABLE.items(), ids=UNUSABLE)
def test_what_a_test_cannot_pass(tmp_path: Path, call: str, message: str) -> None:
    kit = copy_kit("objects", tmp_path / "kit")
    test = kit / "autograder/assignments/objects/tests/test_vectors.py"
    own = (
        "from functools import partial\nfrom io import BytesIO\nfrom types import SimpleNamespace\n"
        "from typing import NamedTuple\nclass Own(NamedTuple):\n    n: int\n"
    )
    test.write_text(f"{own}def own(n): return n\n\ndef test_it(student):\n    {call}\n")
    ran = run_autograder("grade", "objects", kit / "reference/objects", "--kit", kit)
    assert (ran.status, message in ran.err) == (3, True)


PASSED_ON = """\
def test_all(student):
    assert student.distinct(student.digits(212)) == [1, 2]


def test_one(student):
    assert student.add(student.digits(12)[0], 2) == 3
"""


@pytest.mark.parametrize("value", ["{1: 2}.keys()", "memoryview(b'')", "[..., 2]", "type"])
def test_a_placeholder_that_is_passed_on_is_the_fault_of_the_submission(
    tmp_path: Path, value: str
) -> None:
    kit = copy_kit("functions", tmp_path / "kit")
    tests = kit / "autograder/assignments/functions/tests/test_functions.py"
    tests.write_text(PASSED_ON, encoding="utf-8")
    own = (kit / "reference/functions/functions.py").read_text("utf-8")
    own += f"\n\ndef digits(number): return {value}\n"
    (tmp_path / "functions.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "functions", tmp_path, "--kit", kit, "--json", "-")
    assert (ran.status, ran.err) == (0, "")
    found = [test["outcome"] for test in json.loads(ran.out)["parts"][0]["tests"]]
    assert set(found) <= {"wrong", "crashed"}


BOX = """\
class Box:
    def __init__(self): self.count = 2
    def items(self): return [1, 2]
def box(): return Box()
def double(value): return value * 2
"""
TESTS_OF_BOX = """\
def test_attribute(student):
    assert student.double(student.box().count) == 4


def test_method(student):
    assert student.double(student.box().items()) == [1, 2, 1, 2]


def test_double(student):
    assert student.double(2) == 4
"""
IN_PLACE_OF_BOX = {
    "[1, 2]": "builtin_function_or_method",
    "{1: 2}": "dict_items",
}


@pytest.mark.parametrize(("value", "kind"), IN_PLACE_OF_BOX.items(), ids=IN_PLACE_OF_BOX)
def test_what_python_makes_of_a_wrong_value_costs_its_test(
    tmp_path: Path, value: str, kind: str
) -> None:
    """A list in place of an object has a method `count`; it ended the grading without a score."""
    kit = write_one_part(tmp_path / "kit", TESTS_OF_BOX, BOX)
    assert failures(kit, kit / "reference/own") == {}
    wrong = BOX.replace("return Box()", f"return {value}")
    (tmp_path / "own.py").write_text(wrong, encoding="utf-8")
    found = failures(kit, tmp_path / "own.py")
    assert found.keys() == {"test_attribute", "test_method"}
    assert (
        f"double was passed a {kind}, which comes from what an earlier call returned; "
        "a plain value was expected"
    ) in [detail["message"] for detail in found.values()]
