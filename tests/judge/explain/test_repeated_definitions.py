"""Reports name the functions that a submission defines twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.explain.names import MAX_REMARKS, repeated_definitions
from autograder.judge.sources import Sources
from tests.conftest import run_autograder

ONE = "def f():\n    pass\n"
FILES = {
    "twice": (
        ONE + ONE,
        ["own.py defines f again (lines 1 and 3): only the last definition counts"],
    ),
    "three times": (
        ONE * 3,
        ["own.py defines f again (lines 3 and 5): only the last definition counts"],
    ),
    "method": (
        "class A:\n    def f(self): pass\n    def f(self): pass\n",
        ["own.py defines f again (lines 2 and 3): only the last definition counts"],
    ),
    "methods of two classes": ("".join(f"class {c}:\n    def f(self): pass\n" for c in "AB"), []),
    "on a condition": (f"import sys\nif sys.argv:\n    def f(): pass\n{ONE}", []),
    "property": (
        "class A:\n    @property\n    def f(self): pass\n    @f.setter\n    def f(self, x): pass\n",
        [],
    ),
    "not Python": ("def f(:\n", []),
}


@pytest.mark.parametrize(("text", "remarks"), FILES.values(), ids=FILES)
def test_repeated_definitions(tmp_path: Path, text: str, remarks: list[str]) -> None:
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    assert repeated_definitions(Sources.of(tmp_path, ["own.py"], [])) == remarks
    assert repeated_definitions(Sources.of(tmp_path, [], ["own.py"])) == []


def test_only_a_few_are_named(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("".join(f"def f{i}(): pass\n" for i in range(9)) * 2)
    assert len(repeated_definitions(Sources.of(tmp_path, ["own.py"], []))) == MAX_REMARKS


def test_report_names_them_if_a_test_fails(tiny: Path, tmp_path: Path) -> None:
    double = "def double(number):\n    return {}\n"
    remark = "! double.py defines double again (lines 1 and 3): only the last definition counts"
    for last, is_remarked in (("None", True), ("2 * number", False)):
        text = double.format("2 * number") + double.format(last)
        (tmp_path / "double.py").write_text(text, encoding="utf-8")
        ran = run_autograder("check", "double", tmp_path, "--kit", tiny, "--part", "double")
        assert (remark in " ".join(ran.out.split())) is is_remarked
