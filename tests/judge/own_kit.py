"""A kit with one assignment, `own`, whose only part is graded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.conftest import run_autograder


def write_kit(kit: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (kit / name).parent.mkdir(parents=True, exist_ok=True)
        (kit / name).write_text(text, encoding="utf-8")
    return kit


def failures(kit: Path, work: Path) -> dict[str, dict[str, Any]]:
    """Return the details of the tests that do not pass, by the tests' names."""
    ran = run_autograder("grade", "own", work, "--kit", kit, "--json", "-")
    assert ran.err == ""
    [part] = json.loads(ran.out)["parts"]
    return {test["name"]: test["detail"] for test in part["tests"] if test["outcome"] != "pass"}
