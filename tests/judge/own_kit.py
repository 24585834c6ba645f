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
{settings}
[[part]]
name = "own"
points = 100
file = "own.py"
{part}
"""
ASSIGNMENT = "autograder/assignments/own"


def write_kit(kit: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (kit / name).parent.mkdir(parents=True, exist_ok=True)
        (kit / name).write_text(text, encoding="utf-8")
    return kit


def write_one_part(
    kit: Path,
    tests: str,
    reference: str,
    *,
    settings: str = "",
    part: str = "",
    others: Mapping[str, str] | None = None,
) -> Path:
    """Write a kit whose only part is the file `own.py`; its starter is the reference.

    `settings` and `part` are more lines of assignment.toml, `others` are files with their place.
    """
    files = {
        f"{ASSIGNMENT}/assignment.toml": ONE_PART.format(settings=settings, part=part),
        f"{ASSIGNMENT}/tests/test_own.py": tests,
        "reference/own/own.py": reference,
        "starter/own/own.py": reference,
        **(others or {}),
    }
    return write_kit(kit, files)


def failures(kit: Path, work: Path) -> dict[str, dict[str, Any]]:
    """Return the details of the tests that do not pass, by the tests' names."""
    ran = run_autograder("grade", "own", work, "--kit", kit, "--json", "-")
    assert ran.err == ""
    [part] = json.loads(ran.out)["parts"]
    return {test["name"]: test["detail"] for test in part["tests"] if test["outcome"] != "pass"}


def failed(
    folder: Path, tests: str, reference: str, own: str = "", **kit: Any
) -> dict[str, dict[str, Any]]:
    """Grade `own` with these tests; default: the reference. Return what `failures` does.

    The keywords are those of `write_one_part`.
    """
    write_one_part(folder / "kit", tests, reference, **kit)
    return failures(folder / "kit", write_kit(folder / "work", {"own.py": own or reference}))


def messages(folder: Path, tests: str, reference: str, own: str, **kit: Any) -> dict[str, str]:
    """Return the messages on the tests that `own` does not pass."""
    found = failed(folder, tests, reference, own, **kit)
    return {name: detail["message"] for name, detail in found.items()}


def fault(folder: Path, tests: str, reference: str, **kit: Any) -> str:
    """Return why these tests cannot be used: what comes after the path of the tests."""
    write_one_part(folder / "kit", tests, reference, **kit)
    work = folder / "kit/reference/own"
    ran = run_autograder("grade", "own", work, "--kit", folder / "kit", "--json", "-")
    assert (ran.status, ran.out) == (3, "")
    start = "autograder: the grader failed, not the submission: "
    return ran.err.removeprefix(start).replace(f"{folder / 'kit' / ASSIGNMENT / 'tests'}/", "")
