"""A report as JSON, and restored from it. docs/reference.md documents it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from autograder import __version__
from autograder.provenance import Provenance
from autograder.report import (
    Audience,
    ByHand,
    Compared,
    Detail,
    Kind,
    Outcome,
    PartResult,
    Place,
    Report,
    TestResult,
)

SCHEMA = 2


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
        "by_hand": [_without_empty(asdict(item), "advice") for item in report.by_hand],
        "problems": list(report.problems),
        "confinement": report.confinement,
        "provenance": _provenance(report.provenance) if report.provenance else None,
    }


def _provenance(origin: Provenance) -> dict[str, Any]:
    table = asdict(origin)
    submission = {"id": table.pop("submission_id"), "hash": table.pop("submission_hash")}
    return {"submission": submission, **table}


def _part(part: PartResult) -> dict[str, Any]:
    names = ("name", "title", "hint", "all_or_nothing", "points", "earned", "passed", "total")
    tests = [_test(test, key) for test, key in zip(part.tests, part.keys, strict=True)]
    return {name: getattr(part, name) for name in names} | {"tests": tests}


def _test(test: TestResult, key: str) -> dict[str, Any]:
    table = {"key": key} | {name: getattr(test, name) for name in ("name", "says")}
    table |= {"outcome": test.outcome.value, "hidden": test.hidden, "seconds": test.seconds}
    if not test.detail:
        return table | {"detail": None}
    detail = {"message": test.detail.message, **asdict(replace(test.detail, steps=()))}
    return table | {"detail": _without_empty(detail, *detail)}


def _without_empty(table: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in table.items() if value or key not in names}


def read_report(table: Mapping[str, Any]) -> Report:
    """Make a report from what `as_table` returned for it."""
    origin = dict(table["provenance"] or {})
    if graded := origin.pop("submission", {}):
        origin |= {"submission_id": graded["id"], "submission_hash": graded["hash"]}
    return Report(
        assignment=table["assignment"],
        submission=table["submission"],
        parts=tuple(map(_read_part, table["parts"])),
        by_hand=tuple(ByHand(**item) for item in table["by_hand"]),
        problems=tuple(table["problems"]),
        confinement=table["confinement"],
        audience=Audience(table["audience"]),
        provenance=Provenance(**origin) if origin else None,
    )


def _read_part(table: Mapping[str, Any]) -> PartResult:
    names = ("name", "title", "points", "all_or_nothing", "hint")
    tests = tuple(map(_read_test, table["tests"]))
    return PartResult(**{name: table[name] for name in names}, tests=tests)


def _read_test(table: Mapping[str, Any]) -> TestResult:
    values = {name: table[name] for name in ("name", "says", "hidden", "seconds")}
    detail = _read_detail(table["detail"]) if table["detail"] else None
    return TestResult(outcome=Outcome(table["outcome"]), detail=detail, **values)


def _read_detail(table: Mapping[str, Any]) -> Detail:
    """Read a detail; its message is made from the rest."""
    about = {name: value for name, value in table.items() if name != "message"}
    about["kind"] = Kind(about["kind"])
    if "place" in about:
        about["place"] = Place(**about["place"])
    if "line_places" in about:
        about["line_places"] = tuple((file, line) for file, line in about["line_places"])
    if "compared" in about:
        about["compared"] = Compared(**about["compared"])
    return Detail(**about)
