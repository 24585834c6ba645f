"""A student's own tests of a class that raises exceptions of the file's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.authoring.sound_kit import change
from tests.conftest import copy_kit, run_autograder
from tests.judge.test_student_tests_chaffs import ALL, CLASS_CHAFF, FOLDER, graded, outcomes

RAISING = """\
class Equal(ValueError):
    pass


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
    kit, work = copy_kit("larger", tmp_path / "kit"), tmp_path / "work"
    folder = kit / FOLDER
    change(folder / "assignment.toml", 'name = "larger"', 'name = "Pair"')
    (folder / "tests/test_larger.py").rename(folder / "tests/test_Pair.py")
    wrong = CLASS_CHAFF.format(part="Pair").replace("return a", "return super().larger(a, b) and a")
    for chaff in (folder / "chaffs").glob("*.py"):
        chaff.write_text(wrong, encoding="utf-8")
    (kit / "reference/larger/larger.py").write_text(RAISING, encoding="utf-8")
    wheat = RAISING.partition("\n\n\n")[2].replace("max(a, b)", "a if a > b else b")
    (folder / "wheats/builtin.py").write_text(wheat, encoding="utf-8")
    work.mkdir()

    def caught(asserts: str) -> dict[str, Any]:
        return graded(kit, work, RAISING_TESTS.format(asserts=asserts), RAISING)

    assert outcomes(caught("Pair().larger(1, 2) == 2")) == dict.fromkeys(ALL, "pass")
    assert "For instructors" not in run_autograder("grade", "larger", work, "--kit", kit).out
    missed = caught("Pair().larger(2, 1) == 2")["first"]["detail"]
    assert missed["message"] == "none of your tests in larger_tests.py fails with a wrong larger.py"
