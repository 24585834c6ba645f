"""A report restored from its JSON, to render it in another form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograder.provenance import Provenance
from autograder.report import (
    Audience,
    ByHand,
    Detail,
    Outcome,
    PartResult,
    Place,
    Report,
    TestResult,
)


def read_report(table: Mapping[str, Any]) -> Report:
    """Make a report from what `reports.json.as_table` returned for it."""
    return Report(
        assignment=table["assignment"],
        submission=table["submission"],
        parts=tuple(map(_part, table["parts"])),
        by_hand=tuple(ByHand(**item) for item in table["by_hand"]),
        problems=tuple(table["problems"]),
        confinement=table["confinement"],
        audience=Audience(table["audience"]),
        notes=tuple(table["notes"]),
        provenance=_provenance(table["provenance"]) if table["provenance"] else None,
    )


def _provenance(table: Mapping[str, Any]) -> Provenance:
    values = dict(table)
    submission = values.pop("submission")
    return Provenance(submission_id=submission["id"], submission_hash=submission["hash"], **values)


def _part(table: Mapping[str, Any]) -> PartResult:
    return PartResult(
        table["name"],
        table["title"],
        table["points"],
        tuple(map(_test, table["tests"])),
        table["all_or_nothing"],
        table["hint"],
    )


def _test(table: Mapping[str, Any]) -> TestResult:
    values = {name: table[name] for name in ("name", "says", "hidden", "seconds")}
    detail = _detail(table["detail"]) if table["detail"] else None
    return TestResult(outcome=Outcome(table["outcome"]), detail=detail, **values)


def _detail(table: Mapping[str, Any]) -> Detail:
    values = dict(table)
    place = values.pop("place", None)
    return Detail(**values, place=Place(**place) if place else None)
