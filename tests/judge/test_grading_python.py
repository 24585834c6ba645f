"""What works in a student's Python, but not in the one that grades."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.cli import check
from autograder.judge.grading_python import PYTHON, RECORD, GradingPython
from tests.conftest import DOUBLE, run_autograder

HERE = GradingPython.here()
LIBRARY = {
    name: [each for each in names if each not in ("chain", "fsum")]
    for name, names in HERE.library.items()
    if name != "tomllib"
}
NAMES = {
    "module": ("import tomllib\ntomllib.loads('')\n", ["line 1: `tomllib`"]),
    "name": ("import re\nfrom itertools import chain, count\n", ["line 2: `itertools.chain`"]),
    "attribute": (
        "import math as m\ndef f(): return m.fsum([])\nm.fsum([])\n",
        ["line 2: `math.fsum`"],
    ),
    "what both have": (
        "from __future__ import division\nimport asyncio, os.path, string, sys, xml.dom.minidom\n"
        "from collections.abc import Iterator\nfrom os import _exit, path\n"
        "from os.path import join\nfrom string import *\n"
        "asyncio.run, path.join, string.digits, sys._getframe\n",
        [],
    ),
    "what neither has": ("import math, numpy\nfrom itertools import chian\nmath.zyx\n", []),
    "own module": ("from tomllib import chain\n", []),
}
FSTRINGS = {
    "own quotes": ('f"{"a"}"', True),
    "own quotes further in": ("f'{f\"{'a'}\"}'", True),
    "backslash": ("f\"{'\\n'}\"", True),
    "comment": ('f"""{1  # one\n}"""', True),
    "new line": ('f"{\n1}"', True),
    "other quotes": ("f\"{'a'}\" f'\"{1}\"'", False),
    "text with a backslash": ('f"\\"{1:>4}\\n"', False),
    "new line between triple quotes": ('f"""{\n1}\n{"a"}"""', False),
}


def remarks(code: str, version: tuple[int, int] = (3, 11), own: str = "own") -> list[str]:
    grading = GradingPython(version, LIBRARY)
    says = [line.partition(" works here, ")[0] for line in grading.remarks({"a.py": code}, {own})]
    return [line.removeprefix("a.py, ") for line in says]


@pytest.mark.parametrize(("code", "expected"), NAMES.values(), ids=NAMES)
def test_names_of_the_library(code: str, expected: list[str]) -> None:
    own = "tomllib" if "from tomllib" in code else "own"
    assert remarks(code, own=own) == expected


def test_syntax() -> None:
    assert remarks("x = 1\nprint(y := x)\n", (3, 7)) == ["line 2: this syntax"]
    assert remarks("x = 1\nprint(y := x)\n") == remarks("print(\n", (3, 7)) == []


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python 3.12 introduced them")
@pytest.mark.parametrize(("code", "is_new"), FSTRINGS.values(), ids=FSTRINGS)
def test_fstrings(code: str, is_new: bool) -> None:
    assert bool(remarks(f"x = {code}\n")) == is_new


def test_report_of_a_bundle(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / RECORD).write_bytes(GradingPython((3, 10), LIBRARY).record)
    (tmp_path / "double.py").write_text(f"import tomllib\n{DOUBLE}", encoding="utf-8")
    monkeypatch.setattr(check, "KIT", tmp_path)
    ran = run_autograder("check", "double", tmp_path, "--kit", tiny)
    line = (
        f"! double.py, line 1: `tomllib` works here, in {PYTHON}, but not in the Python 3.10 that"
    )
    assert f"{line} grades your work\n" in ran.out
