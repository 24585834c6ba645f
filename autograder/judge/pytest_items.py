"""What the judge reads from a test as pytest has collected it."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import Assignment, AssignmentError, Part
from autograder.judge.verdict import Verdict
from autograder.program_cases import Case
from autograder.report import TestResult

_ESCAPE = re.compile(r"\\(?:\\|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
OWN_ERROR = f"{AssignmentError.__module__}.{AssignmentError.__name__}: "
"""What pytest writes before a sentence that is enough on its own."""


@cache
def part_of(path: Path) -> str:
    return path.stem.removeprefix("test_")


def cases_for(part: Part, assignment: Assignment, cases: Sequence[Case]) -> list[Case]:
    """Return the cases of the program that a part's tests run.

    Raises:
        AssignmentError: one has no expected output.
    """
    program = assignment.program_of(part)
    chosen = [case for case in cases if not program or case.program == program.name]
    for case in chosen:
        if not case.output.is_file():
            raise AssignmentError(f"{case.output} is missing; {assignment.command('expected')}")
    return chosen


def fixtures_of(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def sentence(item: pytest.Function) -> str:
    """Return what a student reads as the test's name: the docstring, then the row of its table."""
    says = " ".join((item.function.__doc__ or item.originalname or item.name).split())
    callspec = getattr(item, "callspec", None)
    return f"{says}: {readable(callspec.id) or repr('')}" if callspec else says


def readable(name: str) -> str:
    """Return a name of pytest's with letters such as ö, which pytest escapes in names of rows."""
    return _ESCAPE.sub(_unescaped, name)


def _unescaped(escape: re.Match[str]) -> str:
    if escape[0] == r"\\":
        return escape[0]
    char = escape[0].encode().decode("unicode_escape")
    return char if char.isprintable() and not char.isascii() else escape[0]


def result_of(
    item: pytest.Function, verdict: Verdict, hidden: bool, record: dict[str, Any]
) -> TestResult:
    """Return the result of a test; `record` is pytest-json-report's."""
    stages = (record.get(stage, {}) for stage in ("setup", "call", "teardown"))
    return TestResult(
        name=readable(item.nodeid.partition("::")[2]),
        says=sentence(item),
        outcome=verdict.outcome,
        hidden=hidden,
        seconds=round(sum(stage.get("duration", 0.0) for stage in stages), 4),
        detail=verdict.detail,
    )


def last_lines(report: pytest.CollectReport | pytest.TestReport) -> str:
    """Return the lines of a failure that name the exception."""
    errors = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
    fault = "; ".join(line.removeprefix("E ").strip().removeprefix(OWN_ERROR) for line in errors)
    text, crash = report.longreprtext.strip(), getattr(report.longrepr, "reprcrash", None)
    if crash and text.startswith("+ Exception Group"):  # pytest leaves these to Python.
        fault = crash.message
    return fault or " ".join(text.split())


def fault_in(error: BaseException, folder: Path) -> str:
    """Return an error in one line, with the last file in a folder that led to it."""
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    own = [file for file in files if Path(file).is_relative_to(os.path.abspath(folder))]
    where = f"{os.path.relpath(own[-1], folder)}: ".replace(os.sep, "/") if own else ""
    return f"{where}{type(error).__name__}: {' '.join(str(error).split())}"
