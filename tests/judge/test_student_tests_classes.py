"""A student's own tests of a class: each of its methods and exceptions may be what is tested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.authoring.sound_kit import change
from tests.conftest import copy_kit
from tests.judge.test_student_tests_chaffs import ALL, FOLDER, graded, outcomes

CLASS = """\
class Pair:
    def larger(self, a, b):
        return max(a, b)
"""
CHAFF = """\
\"\"\"The first is given.

caught by: {part}
\"\"\"
_Right = Pair


class Pair(_Right):
    def larger(self, a, b):
        return {returned}
"""
TESTS = "from larger import Pair\n\n\ndef test_mine():\n    assert {asserts}\n"


def write_kit(folder: Path, part: str, returned: str, reference: str, wheat: str) -> Path:
    """Write the kit `larger` for a class, with chaffs that return this expression."""
    kit = copy_kit("larger", folder / "kit")
    assignment = kit / FOLDER
    change(assignment / "assignment.toml", 'name = "larger"', f'name = "{part}"')
    (assignment / "tests/test_larger.py").unlink()
    (assignment / f"tests/test_{part}.py").write_text(TESTS.format(asserts="Pair()"))
    for chaff in (assignment / "chaffs").glob("*.py"):
        chaff.write_text(CHAFF.format(part=part, returned=returned), encoding="utf-8")
    (kit / "reference/larger/larger.py").write_text(reference, encoding="utf-8")
    (assignment / "wheats/builtin.py").write_text(wheat, encoding="utf-8")
    return kit


def test_suite_of_a_method(tmp_path: Path) -> None:
    kit, work = write_kit(tmp_path, "larger", "a", CLASS, CLASS), tmp_path / "work"
    work.mkdir()

    def caught(asserts: str) -> set[str]:
        tests = graded(kit, work, TESTS.format(asserts=asserts), CLASS)
        return {tests[chaff]["outcome"] for chaff in ("first", "second", "from_0")}

    assert caught("Pair().larger(2, 1) == 2") == {"wrong"}
    assert caught("Pair().larger(1, 2) == 2") == {"pass"}


EXCEPTION = "class Equal(ValueError):\n    pass\n\n\n"
RAISING = """\
class Pair:
    def larger(self, a, b):
        if a == b:
            raise Equal("equal")
        return max(a, b)
"""
RAISING_TESTS = """\
import pytest
from larger import Equal, Pair


def test_mine():
    with pytest.raises(Equal):
        Pair().larger(1, 1)
    assert {asserts}
"""


def test_suite_expects_an_exception_of_the_file_s_own(tmp_path: Path) -> None:
    """`Equal` is in no part; the wheat uses that of the reference."""
    wheat = RAISING.replace("max(a, b)", "a if a > b else b")
    wrong = "super().larger(a, b) and a"
    kit, work = write_kit(tmp_path, "Pair", wrong, EXCEPTION + RAISING, wheat), tmp_path / "work"
    work.mkdir()

    def caught(asserts: str) -> dict[str, Any]:
        return graded(kit, work, RAISING_TESTS.format(asserts=asserts), EXCEPTION + RAISING)

    assert outcomes(caught("Pair().larger(1, 2) == 2")) == dict.fromkeys(ALL, "pass")
    missed = caught("Pair().larger(2, 1) == 2")["first"]["detail"]
    assert missed["message"] == "none of your tests in larger_tests.py fails with a wrong larger.py"
