"""A kit with one assignment, `own`, whose only part is graded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.conftest import run_autograder

ONE_PART = """\
title = "Own"
files = ["own.py"]

[[part]]
name = "own"
points = 100
file = "own.py"
"""


def write_kit(kit: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (kit / name).parent.mkdir(parents=True, exist_ok=True)
        (kit / name).write_text(text, encoding="utf-8")
    return kit


def write_one_part(kit: Path, tests: str, reference: str) -> Path:
    """Write a kit whose only part is the file `own.py`; its starter is the reference."""
    files = {
        "autograder/assignments/own/assignment.toml": ONE_PART,
        "autograder/assignments/own/tests/test_own.py": tests,
        "reference/own/own.py": reference,
        "starter/own/own.py": reference,
    }
    return write_kit(kit, files)


def failures(kit: Path, work: Path) -> dict[str, dict[str, Any]]:
    """Return the details of the tests that do not pass, by the tests' names."""
    ran = run_autograder("grade", "own", work, "--kit", kit, "--json", "-")
    assert ran.err == ""
    [part] = json.loads(ran.out)["parts"]
    return {test["name"]: test["detail"] for test in part["tests"] if test["outcome"] != "pass"}
