"""A report as JSON. README.md in this folder documents every key."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from autograder import __version__
from autograder.provenance import Provenance
from autograder.report import ByHand, Detail, PartResult, Report, TestResult

SCHEMA = 1


def render(report: Report) -> str:
    return json.dumps(as_table(report), indent=2) + "\n"


def as_table(report: Report) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "kit_version": __version__,
        "assignment": report.assignment,
        "submission": report.submission,
        "audience": report.audience.value,
        "score": report.score,
        "out_of": report.out_of,
        "parts": [_part(part) for part in report.parts],
        "by_hand": [_by_hand(item) for item in report.by_hand],
        "problems": list(report.problems),
        "notes": list(report.notes),
        "confinement": report.confinement,
        "provenance": _provenance(report.provenance) if report.provenance else None,
    }


def _provenance(origin: Provenance) -> dict[str, Any]:
    table = asdict(origin)
    submission = {"id": table.pop("submission_id"), "hash": table.pop("submission_hash")}
    return {"submission": submission, **table}


def _by_hand(item: ByHand) -> dict[str, Any]:
    """Leave out empty advice."""
    return {key: value for key, value in asdict(item).items() if value or key != "advice"}


def _part(part: PartResult) -> dict[str, Any]:
    return {
        "name": part.name,
        "title": part.title,
        "hint": part.hint,
        "all_or_nothing": part.all_or_nothing,
        "points": part.points,
        "earned": part.earned,
        "passed": part.passed,
        "total": part.total,
        "tests": [_test(test, key) for test, key in zip(part.tests, part.keys, strict=True)],
    }


def _test(test: TestResult, key: str) -> dict[str, Any]:
    return {
        "key": key,
        "name": test.name,
        "says": test.says,
        "outcome": test.outcome.value,
        "hidden": test.hidden,
        "seconds": test.seconds,
        "detail": _detail(test.detail) if test.detail else None,
    }


def _detail(detail: Detail) -> dict[str, Any]:
    """Leave out empty values."""
    return {key: value for key, value in asdict(detail).items() if value and key != "alike"}
