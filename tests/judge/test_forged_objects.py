"""What objects of a submission cannot claim: equality with plain values, or other identities."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.sandbox.codec import Codec
from autograder.sandbox.decoder import Foreign, MalformedError
from tests.conftest import copy_kit, run_autograder
from tests.judge.objects_kit import graded, graded_with, outcomes

CLAIMS = """\
def test_equal(student):
    assert student.square(3) == [1]


def test_reflected(student):
    assert [1] == student.square(3)


def test_not_unequal(student):
    assert not student.square(3) != 9


def test_in(student):
    assert student.square(3) in (9, 10)


def test_contains(student):
    assert 10 in student.square(3)


def test_in_a_list(student):
    assert [student.square(3)] == [9]


def test_approx(student):
    import pytest
    assert student.square(3) == pytest.approx(9)


def test_number(student):
    assert student.square(3) < 10
"""
SLY = """\
class Sly(list):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    def __contains__(self, other): return True
    def __iter__(self): return iter([9])
    def __getitem__(self, i): return 9
    def __len__(self): return 1
    def __float__(self): return 9.0


def square(number): return Sly([9])
"""


def test_an_object_is_never_equal_to_a_plain_value(tmp_path: Path) -> None:
    assert outcomes(
        graded_with(CLAIMS, SLY, copy_kit("objects", tmp_path / "kit"))
    ) == dict.fromkeys(
        [f"test_{name}" for name in ("equal", "reflected", "not_unequal", "in", "in_a_list")]
        + [f"test_{name}" for name in ("contains", "approx", "number")],
        "wrong",
    )


COMPUTED = """\
def test_difference(student):
    assert abs(student.square(3) - 9) < 0.01


def test_difference_reflected(student):
    assert abs(9 - student.square(3)) < 0.01


def test_zero(student):
    assert student.square(3) - 9 == 0


def test_quotient(student):
    assert abs(student.square(3) / 9 - 1) < 0.01


def test_product(student):
    assert abs(2 * student.square(3) - 18) < 0.01


def test_sum(student):
    assert student.square(3) + 1 == 10


def test_remainder(student):
    assert student.square(3) % 3 == 0


def test_floor(student):
    assert student.square(3) // 10 == 0


def test_power(student):
    assert 1 - student.square(3) ** 0 == 0


def test_negated(student):
    assert -student.square(0) == 0


def test_abs(student):
    assert abs(student.square(0)) == 0


def test_items(student):
    bag = student.new("Bag", [3]).doubled()
    assert all(abs(found - right) < 0.01 for found, right in zip(bag, [6]))


def test_attribute(student):
    assert abs(student.new("Vector", 1, 2).x - 1) < 0.01


def test_method(student):
    assert student.square(3).bit_length() == 4


def test_called(student):
    assert student.square(3).conjugate() == 9
"""
COMPUTING = """\
class Sly:
    def claim(self, *_): return 0
    __sub__ = __rsub__ = __add__ = __radd__ = __mul__ = __rmul__ = __truediv__ = claim
    __mod__ = __floordiv__ = __pow__ = __neg__ = __abs__ = claim
    def __iter__(self): return iter([Sly()])
    def bit_length(self): return 4
    def __call__(self): return 9
    conjugate = property(lambda self: self)


def square(number): return Sly()
class Vector:
    def __init__(self, x, y): self.x = Sly()
class Bag:
    def __init__(self, numbers): pass
    def doubled(self): return Sly()
"""


def test_an_object_cannot_compute_with_the_right_answer(tmp_path: Path) -> None:
    found = outcomes(graded_with(COMPUTED, COMPUTING, copy_kit("objects", tmp_path / "kit")))
    assert found == dict.fromkeys(found, "wrong")
    assert len(found) == 15


def test_students_read_what_a_test_expected_of_an_object(tmp_path: Path) -> None:
    """At home, where there is no reference to run the test on."""
    kit = copy_kit("objects", tmp_path / "kit")
    shutil.rmtree(kit / "reference")
    tests = kit / "autograder/assignments/objects/tests/test_vectors.py"
    tests.write_text(COMPUTED[COMPUTED.index("def test_sum") :], "utf-8")
    (tmp_path / "vectors.py").write_text(COMPUTING, "utf-8")
    ran = run_autograder("check", "objects", tmp_path, "--kit", kit, "--all")
    assert (
        "      the test of Sly.bit_length ended with AttributeError: expected a plain value with"
        " bit_length, found an object of Sly\n"
    ) in ran.out
    assert (
        "      the test of + of Sly ended with TypeError: unsupported operand type(s) for +:"
        " 'object' and 'int'\n"
    ) in ran.out
    assert "StudentObject" not in ran.out


LISTS = """\
def test_lists(student):
    assert [student.new("Vector", 1, 2)] == [student.new("Vector", 1, 2)]
"""
TURNS = """\
class Vector:
    def __init__(self, x, y): self.asked = False
    def __eq__(self, other):
        while self.asked: pass
        self.asked = True
        return False
"""


def test_a_failed_comparison_is_not_asked_again(tmp_path: Path) -> None:
    kit = copy_kit("objects", tmp_path / "kit")
    test = graded_with(LISTS, TURNS, kit)["test_lists"]
    assert test["outcome"] == "wrong"
    assert test["detail"]["call"] == "Vector(1, 2) == Vector(1, 2)"


FORGER = """\
import sys
frame = sys._getframe()
while "KeptObjects" not in frame.f_globals:
    frame = frame.f_back
frame.f_globals["KeptObjects"].keep = lambda *_: 3
frame.f_globals["OBJECT_OPERATIONS"]["str"] = lambda _: square
def square(number): return square
class Vector:
    def __init__(self, x, y): pass
"""


def test_forged_objects_and_operations(tmp_path: Path) -> None:
    found = graded(FORGER, tmp_path)
    forged = "did not finish: it forged the grader's messages"
    assert found["test_len"]["outcome"] == found["test_str"]["outcome"] == "crashed"
    assert found["test_len"]["detail"]["message"] == f"Vector {forged}"
    found = graded(FORGER.replace('["KeptObjects"].keep', '["kept"]'), tmp_path)
    assert found["test_str"]["outcome"] == "crashed"
    assert found["test_str"]["detail"]["message"] == f"str of Vector {forged}"


@pytest.mark.parametrize("body", ["0", [0], [0, 1], ["0", ""], [-1, ""], [True, ""], [0, "", 0]])
def test_forged_objects_are_malformed(body: object) -> None:
    with pytest.raises(MalformedError):
        Codec().decode({"$": "object", "t": "C", "v": body})


def test_the_number_of_objects_is_limited() -> None:
    objects = [{"$": "object", "t": "C", "v": [0, ""]}]
    assert len(Codec().decode(objects * 12_000)) == 12_000
    with pytest.raises(MalformedError):
        Codec().decode(objects * 13_000)


def test_without_a_worker_objects_are_placeholders() -> None:
    found = Codec().decode({"$": "object", "t": "C", "v": [0, "C(3)"]})
    assert isinstance(found, Foreign)
    assert repr(found) == "C(3)"
    with pytest.raises(MalformedError):
        Codec().decode({"$": "ref", "v": "os.system"})
