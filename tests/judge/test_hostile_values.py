"""Hostile submissions lose their own tests only, and the report is written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import KITS, ROOT, run_autograder

KIT = KITS / "functions"
RIGHT = (KIT / "reference" / "functions" / "functions.py").read_text(encoding="utf-8")
ADD = "def add(a: int, b: int) -> int:\n    return a + b\n"


def grade(folder: Path, source: str) -> dict[str, Any]:
    (folder / "functions.py").write_text(source, encoding="utf-8")
    ran = run_autograder("grade", "functions", folder, "--kit", KIT, "--json", "-")
    assert ran.err == ""
    report: dict[str, Any] = json.loads(ran.out)
    return report


def details(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [test["detail"] for part in report["parts"] for test in part["tests"] if test["detail"]]


PEAK_OF_A_COMMAND = """
import resource, subprocess, sys
print(subprocess.run(sys.argv[1:], check=True, capture_output=True, text=True).stdout)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_values_are_freed_after_their_verdict(tmp_path: Path) -> None:
    """60 tests, each with an answer that takes 7 MiB: few objects for Python's collector."""
    source = f"def add(*_): return ['x' * 12] * 100_000\n{REST}"
    (tmp_path / "functions.py").write_text(source, encoding="utf-8")
    autograder = [sys.executable, "-P", "-m", "autograder", "grade", "functions"]
    measured = [sys.executable, "-c", PEAK_OF_A_COMMAND, *autograder, str(tmp_path), "--kit"]
    ran = subprocess.run(
        [*measured, str(KIT)], check=True, cwd=ROOT, capture_output=True, text=True
    )
    *report, most = ran.stdout.splitlines()
    assert "Score: 0 of 60" in report
    assert int(most) < 300 << 10


REST = "digits = mirror = distinct = add\n"


def test_addresses_and_paths_are_left_out(tmp_path: Path) -> None:
    source = RIGHT.replace(
        ADD, "def add(a, b):\n    print(__file__, object())\n    return object()\n"
    )
    one, other = (grade(tmp_path, source) for _ in range(2))
    assert [detail["returned"] for detail in details(one)] == ["<object object>"] * 15
    assert [detail["printed"] for detail in details(one)] == ["functions.py <object object>"] * 15
    assert details(one) == details(other)
