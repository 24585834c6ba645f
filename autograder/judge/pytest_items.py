"""What the judge reads from a test as pytest has collected it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import Assignment, AssignmentError, Case, Part
from autograder.judge.calls import CallLog
from autograder.judge.verdict import Verdict
from autograder.report import TestResult

_WORD = re.compile("[a-z]{3,}")
_ESCAPE = re.compile(r"\\(?:\\|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
_LOG = pytest.StashKey[CallLog]()


def log_of(item: pytest.Item) -> CallLog:
    """Return the log of a test with the submission, which its fixtures share."""
    found = item.stash.get(_LOG, None)
    if found is None:  # Making one is not cheap, and each test asks ten times.
        found = item.stash[_LOG] = CallLog()
    return found


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
            raise AssignmentError(f"{case.output} is missing; run autograder expected")
    return chosen


def mark_spares(items: Sequence[pytest.Item], assignment: Assignment) -> None:
    """Mark the tests during which a spare worker is to start: the next one needs the same file."""
    last = None
    for item in reversed(items):
        if not {"program", "suite"} & set(getattr(item, "fixturenames", ())):
            file = assignment.part(part_of(item.path)).file
            log_of(item).starts_spare, last = file == last, file


def shared_words(name: str, other: str) -> int:
    """Return how many words two names share, as do `rows`, `row_above` and `same[ROW]`."""
    return len(_words(name) & _words(other))


def _words(name: str) -> set[str]:
    return {word.rstrip("s") for word in _WORD.findall(name.lower())}  # Singular or plural.


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
