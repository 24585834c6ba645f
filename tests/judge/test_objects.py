"""Objects of a submission: what a test can ask of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import copy_kit
from tests.judge.objects_kit import RIGHT, graded, graded_with


def test_right_classes_and_functions(tmp_path: Path) -> None:
    assert {test["outcome"] for test in graded(RIGHT, tmp_path).values()} == {"pass"}


EQUALS_ALL = "type('Sly', (), {'__eq__': lambda *_: True, '__repr__': lambda _: '9'})()"
FAILED: dict[str, tuple[str, str, str, str, dict[str, Any]]] = {
    "attribute of another value": (
        *("self.x += x", "self.x -= x", "test_attribute", "wrong"),
        {
            "message": "Vector.y gave the wrong answer",
            "call": "move(1, 1)\nVector(1, 2).x\nmove(1, 1)\nVector(1, 2).y",
            "returned": "(0, 3)",
            "expected": "(2, 3)",
        },
    ),
    "no attribute": (
        *("self.x, self.y = x, y", "self.x = x; self.y_ = y", "test_result", "crashed"),
        {
            "message": "scaled raised AttributeError: 'Vector' object has no attribute 'y'; "
            "did you mean `y_`?"
        },
    ),
    "no attribute in the test": (
        *("return Vector(factor * self.x, factor * self.y)", "return square", "test_result"),
        "not_defined",
        {"message": "vectors.py does not define function.y"},
    ),
    "plain value for an object": (
        *("return Vector(factor * self.x, factor * self.y)", "return 6", "test_result", "wrong"),
        {"message": "scaled returned a value of the wrong shape", "returned": "6"},
    ),
    "wrong ==": (
        *("(self.x, self.y) == (other.x, other.y)", "self is other", "test_equal", "wrong"),
        {
            "message": "== of Vector gave the wrong answer",
            "call": "Vector(1, 2).scaled(2) == Vector(2, 4)",
            "returned": "False",
            "expected": "True",
        },
    ),
    "str that raises": (
        *('return f"({self.x}', 'return 1 / 0; f"({self.x}', "test_str", "crashed"),
        {
            "message": "str of Vector raised ZeroDivisionError: division by zero",
            "call": "str(Vector(1, 2))",
        },
    ),
    "len that loops": (
        *("        return DIMENSIONS", "        while True: pass", "test_len", "timed_out"),
        {"call": "len(Vector(1, 2))"},
    ),
    "+ that ends the worker": (
        *("return Vector(self.x + other.x", "import os; os._exit(0); (self.x", "test_sum"),
        "crashed",
        {"call": "Vector(1, 2) + Vector(3, 4)"},
    ),
    "no constant": (
        *("DIMENSIONS", "dimensions", "test_constant", "not_defined"),
        {"message": "vectors.py does not define DIMENSIONS; is `dimensions` misspelt?"},
    ),
    "wrong constant": (
        *("DIMENSIONS = 2", "DIMENSIONS = 3", "test_constant", "wrong"),
        {"call": "DIMENSIONS", "returned": "3", "expected": "2"},
    ),
    "no function to pass": (
        *("def square", "def quadrat", "test_function_of_the_student", "not_defined"),
        {"message": "vectors.py does not define square"},
    ),
    "function applied once": (
        *("function(function(value))", "function(value)", "test_function_of_the_student"),
        *("wrong", {"call": "apply_twice(square, 3)", "returned": "9", "expected": "81"}),
    ),
    "provided function applied once": (
        *("function(function(value))", "function(value)", "test_function_of_a_provided_file"),
        *("wrong", {"call": "apply_twice(successor, 3)", "returned": "4", "expected": "5"}),
    ),
    "wrong function as result": (
        *("factor * number", "factor + number", "test_function_as_result", "wrong"),
        {"call": "multiplier(3)(4)", "returned": "7", "expected": "12"},
    ),
    "object that equals everything": (
        *("return number * number", f"return {EQUALS_ALL}", "test_no_object_is_a_plain_value"),
        *("wrong", {"call": "square(3)", "returned": "Sly 9", "expected": "int 9"}),
    ),
    "shortest for longest": (
        *("return max(vectors", "return min(vectors", "test_object_as_argument", "wrong"),
        {
            "call": "longest([Vector(1, 2), Vector(3, 4)]).x",
            "returned": "1",
            "expected": "3",
        },
    ),
}


@pytest.mark.parametrize(("old", "new", "test", "outcome", "detail"), FAILED.values(), ids=FAILED)
def test_wrong_solution(
    tmp_path: Path, old: str, new: str, *, test: str, outcome: str, detail: dict[str, Any]
) -> None:
    assert old in RIGHT
    found = graded(RIGHT.replace(old, new), tmp_path)[test]
    assert found["outcome"] == outcome
    assert {key: found["detail"].get(key) for key in detail} == detail


WRONG_OPERATORS: dict[str, tuple[dict[str, str], dict[str, tuple[str, dict[str, str]]]]] = {
    "wrong values": (
        {
            "Vector(self.x - other.x, self.y": "Vector(other.x - self.x, other.y",
            "(self.x, self.y) < (other.x, other.y)": "self.y < other.y",
            "(self.x, self.y)[index]": "(self.y, self.x)[index]",
            "return iter(self.numbers)": "return iter(self.numbers[1:])",
            "return number in self.numbers": "return number == 3",
        },
        {
            "test_arithmetic": (
                "wrong",
                {"call": "str(((2 * Vector(1, 2)) - (Vector(1, 2) * 3)))", "returned": "'(1, 0)'"},
            ),
            "test_order": ("wrong", {"message": "Vector.x gave the wrong answer"}),
            "test_index": (
                "wrong",
                {
                    "message": "[] of Vector gave the wrong answer",
                    "call": "Vector(1, 2)[1]",
                    "returned": "1",
                    "expected": "2",
                },
            ),
            "test_elements": (
                "wrong",
                {"call": "list(Bag([3, 5]))", "returned": "[5]", "expected": "[3, 5]"},
            ),
            "test_in": (
                "wrong",
                {"call": "5 in Bag([3, 5])", "returned": "False", "expected": "True"},
            ),
        },
    ),
    "no operators": (
        {
            "def __lt__": "def less",
            "raise IndexError(index)": "return 0",
            "def __iter__": "def items",
            "return number in self.numbers": "return True",
        },
        {
            "test_order": ("crashed", {"call": "Vector(1, 1) < Vector(3, 1)"}),
            "test_index": ("wrong", {"call": "Vector(1, 2)[2]", "returned": "0"}),
            "test_elements": (
                "crashed",
                {"message": "list of Bag raised TypeError: 'Bag' object is not iterable"},
            ),
            "test_in": (
                "wrong",
                {"call": "4 in Bag([3, 5])", "returned": "True", "expected": "False"},
            ),
        },
    ),
    "elements of a result": (
        {"2 * number for": "3 * number for"},
        {
            "test_in": (
                "wrong",
                {
                    "call": "list(Bag([3, 5]).doubled())",
                    "returned": "[9, 15]",
                    "expected": "contains 10",
                },
            ),
        },
    ),
}


@pytest.mark.parametrize(("edits", "failed"), WRONG_OPERATORS.values(), ids=WRONG_OPERATORS)
def test_wrong_operators(
    tmp_path: Path, edits: dict[str, str], failed: dict[str, tuple[str, dict[str, str]]]
) -> None:
    own = RIGHT
    for old, new in edits.items():
        assert old in own
        own = own.replace(old, new)
    found = graded(own, tmp_path)
    for test, (outcome, detail) in failed.items():
        assert found[test]["outcome"] == outcome
        assert {key: found[test]["detail"].get(key) for key in detail} == detail


TESTS_OF_REPR = """\
def test_made(student):
    assert repr(student.new("Vector", 1, 2)) == "Vector(1, 2)"


def test_in_a_list(student):
    assert f"{[student.new('Vector', 1, 2)]!r}" == "[Vector(1, 2)]"


def test_returned(student):
    assert repr(student.new("Vector", 1, 2).scaled(3)) == "Vector(3, 6)"
"""
WITH_REPR = RIGHT.replace(
    "    def __str__",
    '    def __repr__(self): return f"Vector({self.x}, {self.y})"\n\n    def __str__',
)


def test_repr(tmp_path: Path) -> None:
    found = graded_with(TESTS_OF_REPR, WITH_REPR, copy_kit("objects", tmp_path / "kit"))
    assert {test["outcome"] for test in found.values()} == {"pass"}


def test_repr_that_is_not_written(tmp_path: Path) -> None:
    """A message shows the call that made an object, which is what its repr should be."""
    found = graded_with(TESTS_OF_REPR, RIGHT, copy_kit("objects", tmp_path / "kit"))
    assert {test["outcome"] for test in found.values()} == {"wrong"}
    detail = found["test_made"]["detail"]
    assert detail["call"] == "repr(Vector(1, 2))"
    assert detail["returned"].startswith("'<vectors.Vector object")
    assert detail["expected"] == "'Vector(1, 2)'"


REFUSED = {
    "vector.x = 3": "set the attribute x of an object",
    "del vector.x": "delete the attribute x of an object",
    "vector[0] = 3": "set items of an object",
    "del vector[0]": "delete items of an object",
    "student.DIMENSIONS = 3": "set the attribute DIMENSIONS of an object",
    "student.Vector.origin = 3": "set the attribute origin of an object",
    "with vector: pass": "use an object in a `with` statement",
}


@pytest.mark.parametrize(("statement", "action"), REFUSED.items(), ids=REFUSED)
def test_what_a_test_cannot_do_to_an_object(tmp_path: Path, statement: str, action: str) -> None:
    """A test that an object cannot be changed would pass for any class."""
    own = f"""\
import pytest


def test_it(student):
    vector = student.new("Vector", 1, 2)
    with pytest.raises((AttributeError, TypeError)):
        {statement}
"""
    found = graded_with(own, RIGHT, copy_kit("objects", tmp_path / "kit"))["test_it"]
    assert found["outcome"] == "grader_error"
    what = f"a test cannot {action}; let a function or a method do that"
    assert found["detail"]["message"] == f"the grader failed: RuntimeError: {what}"
