"""Objects of a submission: what a test can ask of them, and pass to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import KITS, copy_kit, run_autograder

KIT = KITS / "objects"
RIGHT = (KIT / "reference/objects/vectors.py").read_text(encoding="utf-8")


def graded(own: str, folder: Path) -> dict[str, dict[str, Any]]:
    (folder / "vectors.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "objects", folder, "--kit", KIT, "--json", "-")
    assert ran.err == ""
    return {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}


def graded_with(tests: str, own: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Grade a submission with these tests in place of the kit's."""
    kit = copy_kit("objects", folder / "kit")
    file = kit / "autograder/assignments/objects/tests/test_vectors.py"
    file.write_text(tests, encoding="utf-8")
    (folder / "vectors.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "objects", folder / "vectors.py", "--kit", kit, "--json", "-")
    return {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}


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
        {"message": "vectors.py does not define DIMENSIONS; did you mean `dimensions`?"},
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


CIRCLE = """\


import functools


class Circle:
    def __init__(self, radius):
        self._radius = radius

    @property
    def radius(self):
        return self._radius

    @radius.setter
    def radius(self, radius):
        self._radius = radius

    @functools.cached_property
    def width(self):
        return 2 * self.radius
"""
TESTS_OF_CIRCLE = """\
def test_properties(student):
    circle = student.new("Circle", 3)
    assert (circle.radius, circle.width) == (3, 6)
"""


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [("", "", "pass"), ("2 *", "3 *", "wrong"), ("def width", "def size", "not_defined")],
)
def test_properties_of_the_starter(tmp_path: Path, old: str, new: str, outcome: str) -> None:
    kit, own = copy_kit("objects", tmp_path / "kit"), tmp_path / "vectors.py"
    for folder in ("reference", "starter"):
        with (kit / folder / "objects/vectors.py").open("a", encoding="utf-8") as file:
            file.write(CIRCLE)
    tests = kit / "autograder/assignments/objects/tests/test_vectors.py"
    tests.write_text(TESTS_OF_CIRCLE, encoding="utf-8")
    own.write_text(CIRCLE.replace(old, new), encoding="utf-8")
    ran = run_autograder("grade", "objects", own, "--kit", kit, "--json", "-")
    assert json.loads(ran.out)["parts"][0]["tests"][0]["outcome"] == outcome


ROW = """\


class Row:
    def __getitem__(self, key):
        return list(range(9))[key]
"""
FRACTIONS = """


from fractions import Fraction


class Ratio:
    def __init__(self, over, under):
        self.value = Fraction(over, under)

    def __str__(self): return str(self.value)
    def __neg__(self): return made(-self.value)
    def __abs__(self): return abs(self.value)
    def __floordiv__(self, other): return self.value // other.value
    def __mod__(self, other): return made(self.value % other.value)
    def __pow__(self, n): return made(self.value ** n)
    def __rpow__(self, n): return n ** self.value
    def __matmul__(self, other): return self.value + other.value


def made(value):
    return Ratio(value.numerator, value.denominator)
"""
TESTS_OF_FRACTIONS = """\
from fractions import Fraction


def test_one(student):
    half = student.new("Ratio", 1, 2)
    assert (str(-half), str(half**2), 4**half) == ("-1/2", "1/4", 2)
    assert abs(student.new("Ratio", -1, 2)) == Fraction(1, 2)


def test_two(student):
    one, half = student.new("Ratio", 7, 4), student.new("Ratio", 1, 2)
    assert (one // half, str(one % half), one @ half) == (3, "1/4", Fraction(9, 4))
    assert str(-(one % half)) == "-1/4"


def test_message(student):
    assert str(-(-student.new("Ratio", 1, 2))) == "1"
"""


def test_all_operators(tmp_path: Path) -> None:
    results = graded_with(TESTS_OF_FRACTIONS, FRACTIONS, tmp_path)
    assert [test["outcome"] for test in results.values()] == ["pass", "pass", "wrong"]
    detail = results["test_message"]["detail"]
    assert detail["call"] == "str((-(-Ratio(1, 2))))"
    assert (detail["returned"], detail["expected"]) == ("'1/2'", "'1'")


SHAPES = """


class Square:
    corners = 4

    def __init__(self, side): self.side = side
    @classmethod
    def of_area(cls, area): return cls(area**0.5)
    @staticmethod
    def is_side(n):
        if n < 0:
            raise ValueError("negative side")
        return n > 0


def measured(numbers, kind):
    "Return sides."
    return [kind(n).side for n in numbers]
"""
TESTS_OF_SHAPES = """\
import pytest


def test_method(student):
    assert student.Square.of_area(9).side == 3
    assert student.Square.is_side(0) is False
    with pytest.raises(ValueError, match="negative"):
        student.Square.is_side(-1)


def test_attribute(student):
    assert student.Square.corners == 4
    assert (student.measured.__doc__, student.Square.__doc__) == ("Return sides.", None)
    assert student.measured([1, 2], student.Square) == [1, 2]


def test_call(student):
    assert student.Square.of_area(area=16).side == 5


def test_missing(student):
    assert student.Square.sides == 4
"""


def test_attributes_of_classes(tmp_path: Path) -> None:
    results = graded_with(TESTS_OF_SHAPES, SHAPES, tmp_path)
    outcomes = [test["outcome"] for test in results.values()]
    assert outcomes == ["pass", "pass", "wrong", "not_defined"]
    wrong, missing = (results[name]["detail"] for name in ("test_call", "test_missing"))
    assert wrong["call"] == "Square.of_area(area=16).side"
    assert missing["message"] == (
        "vectors.py does not define Square.sides; did you mean `is_side`?"
    )


DISTINCT = """

Vector.__hash__ = object.__hash__


def distinct(items):
    return set(items)
"""
TESTS_OF_SETS = """\
def test_set(student):
    items = [student.new("Vector", 1, 2), student.new("Vector", 1, 2)]
    assert len(student.distinct(items)) == 1
"""


def test_set_of_objects_of_the_wrong_size(tmp_path: Path) -> None:
    """pytest's text of the `assert` contains the set, whose elements cannot be sorted."""
    kit, own = copy_kit("objects", tmp_path / "kit"), tmp_path / "vectors.py"
    tests = kit / "autograder/assignments/objects/tests/test_vectors.py"
    tests.write_text(TESTS_OF_SETS, encoding="utf-8")
    no_order = RIGHT.replace("__lt__", "precedes").replace("__eq__", "equals")
    own.write_text(f"{no_order}{DISTINCT}", encoding="utf-8")
    ran = run_autograder("grade", "objects", own, "--kit", kit, "--json", "-")
    [test] = json.loads(ran.out)["parts"][0]["tests"]
    detail = test["detail"]
    assert (test["outcome"], detail["message"]) == ("wrong", "distinct gave the wrong answer")
    assert (detail["returned"], detail["expected"]) == ("2", "1")


TESTS_OF_ROW = """\
import pytest

KEYS = [slice(2), slice(1, 3), slice(None, None, 4), slice(7, None)]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_slice(student, key):
    assert student.new("Row")[key] == list(range(9))[key]
"""


def test_slices(tmp_path: Path) -> None:
    kit, own = copy_kit("objects", tmp_path / "kit"), tmp_path / "vectors.py"
    tests = kit / "autograder/assignments/objects/tests/test_vectors.py"
    tests.write_text(TESTS_OF_ROW, encoding="utf-8")

    def grade(text: str) -> list[dict[str, Any]]:
        own.write_text(text, encoding="utf-8")
        ran = run_autograder("grade", "objects", own, "--kit", kit, "--json", "-")
        results: list[dict[str, Any]] = json.loads(ran.out)["parts"][0]["tests"]
        return results

    assert [test["outcome"] for test in grade(ROW)] == ["pass"] * 4
    wrong = grade(ROW.replace("[key]", "[key][1:]"))
    calls = ["Row()[:2]", "Row()[1:3]", "Row()[::4]", "Row()[7:]"]
    assert [test["detail"]["call"] for test in wrong] == calls


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
    found = graded_with(TESTS_OF_REPR, WITH_REPR, tmp_path)
    assert {test["outcome"] for test in found.values()} == {"pass"}


def test_repr_that_is_not_written(tmp_path: Path) -> None:
    """A message shows the call that made an object, which is what its repr should be."""
    found = graded_with(TESTS_OF_REPR, RIGHT, tmp_path)
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
    found = graded_with(own, RIGHT, tmp_path)["test_it"]
    assert found["outcome"] == "grader_error"
    what = f"a test cannot {action}; let a function or a method do that"
    assert found["detail"]["message"] == f"the grader failed: RuntimeError: {what}"
