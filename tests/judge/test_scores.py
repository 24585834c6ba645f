"""A bad call costs its own test and no other, and a report depends on the submission alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import KITS, ROOT, copy_kit, run_autograder

KIT = KITS / "functions"
RIGHT = (KIT / "reference" / "functions" / "functions.py").read_text(encoding="utf-8")

THREE_BAD_CALLS = {
    "loop": ("while True: pass", "timed_out"),
    "leaves the process": ("import os; os._exit(0)", "crashed"),
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "crashed"),
    "loop that swallows exceptions": (
        "while True:\n            try:\n                while True: pass\n"
        "            except BaseException: pass",
        "timed_out",
    ),
}


def grade(tmp_path: Path, source: str, kit: Path = KIT) -> dict[str, Any]:
    (tmp_path / "functions.py").write_text(source, encoding="utf-8")
    ran = run_autograder("grade", "functions", tmp_path, "--kit", kit, "--json", "-")
    assert (ran.status, ran.err) == (0, "")
    return dict(json.loads(ran.out))


@pytest.fixture(scope="session")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit with a shorter time limit, for calls that never end."""
    kit = copy_kit("functions", tmp_path_factory.mktemp("impatient"))
    toml = kit / "autograder/assignments/functions/assignment.toml"
    text = toml.read_text(encoding="utf-8")
    assert "call_seconds = 1\n" in text
    toml.write_text(text.replace("call_seconds = 1\n", "call_seconds = 0.3\n"), encoding="utf-8")
    return kit


def outcomes(report: dict[str, Any]) -> Counter[str]:
    return Counter(test["outcome"] for part in report["parts"] for test in part["tests"])


@pytest.mark.parametrize(("what", "outcome"), THREE_BAD_CALLS.values(), ids=THREE_BAD_CALLS)
def test_three_bad_calls_cost_three_tests(
    tmp_path: Path, impatient: Path, what: str, outcome: str
) -> None:
    """The benchmark's 60 tests are one part of 60 points; digits is called with 10, 20, to 150."""
    bad = f"def digits(number):\n    if number in (30, 80, 150):\n        {what}\n"
    source = RIGHT.replace("def digits(number: int) -> list[int]:\n", bad)
    report = grade(tmp_path, source, impatient)
    assert (report["score"], report["out_of"]) == (57, 60)
    assert outcomes(report) == {"pass": 57, outcome: 3}


def test_no_state_passes_from_test_to_test(tmp_path: Path) -> None:
    add = "def add(a: int, b: int) -> int:\n    return a + b\n"
    assert add in RIGHT
    once = "calls = []\ndef add(a, b):\n    calls.append(a)\n    return a + b + len(calls) - 1\n"
    assert grade(tmp_path, RIGHT.replace(add, once))["score"] == 60


def test_same_submission_same_report(tmp_path: Path, impatient: Path) -> None:
    """Apart from the seconds, which are times; add(14, 2) hangs, at lines that differ."""
    loop = RIGHT.replace(
        "return a + b",
        "n = a\n    while a > 13:\n        n += 1\n"
        "        if n % 3:\n            continue\n    return n + b",
    )
    reports = [grade(tmp_path, loop, impatient) for _ in range(2)]
    for report in reports:
        del report["provenance"]
        for part in report["parts"]:
            for test in part["tests"]:
                del test["seconds"]
    assert reports[0] == reports[1]
    assert reports[0]["score"] == 59


def test_addresses_and_paths_are_left_out(tmp_path: Path) -> None:
    """They differ from run to run."""
    printing = "    print(__file__, object())\n    return object()\n"
    report = grade(tmp_path, RIGHT.replace("    return a + b\n", printing))
    details = [t["detail"] for part in report["parts"] for t in part["tests"] if t["detail"]]
    assert [each["returned"] for each in details] == ["<object object>"] * 15
    assert {each["printed"] for each in details} == {"functions.py <object object>"}


PEAK_OF_A_COMMAND = """
import resource, subprocess, sys
print(subprocess.run(sys.argv[1:], check=True, capture_output=True, text=True).stdout)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_values_are_freed_after_their_verdict(tmp_path: Path) -> None:
    """60 tests, each with an answer that takes 7 MiB: few objects for Python's collector."""
    source = "def add(*_): return ['x' * 12] * 100_000\ndigits = mirror = distinct = add\n"
    (tmp_path / "functions.py").write_text(source, encoding="utf-8")
    autograder = [sys.executable, "-P", "-m", "autograder", "grade", "functions"]
    measured = [sys.executable, "-c", PEAK_OF_A_COMMAND, *autograder, str(tmp_path), "--kit"]
    ran = subprocess.run(
        [*measured, str(KIT)], check=True, cwd=ROOT, capture_output=True, text=True
    )
    *report, most = ran.stdout.splitlines()
    assert "Score: 0 of 60" in report
    assert int(most) < 300 << 10
