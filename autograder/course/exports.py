"""The reports of a class for other programs: CSV, JSON lines and JUnit XML."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

from autograder.course.gradebook import as_cell
from autograder.course.results import Results

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not have."""
JUNIT_ELEMENTS = {"not_run": "skipped", "grader_error": "error"}
"""The element for an outcome; others than `pass` are a `failure`."""


def export_csv(results: Results) -> str:
    """Return a row for each student and test."""
    columns = ("student", "part", "key", "says", "outcome", "hidden", "seconds", "message")
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow(columns)
    for row in results.connection.execute(f"SELECT {', '.join(columns)} FROM test_outcomes"):
        writer.writerow([as_cell(v) if isinstance(v, str) else v for v in row])
    return lines.getvalue()


def export_json(results: Results) -> str:
    """Return an object for each student, with the report if there is one, each on a line."""
    lines = []
    for row in results.connection.execute(
        "SELECT scores.*, report FROM scores LEFT JOIN reports USING (grading) ORDER BY student"
    ):
        table = dict(row)
        table["report"] = json.loads(table["report"]) if table["report"] else None
        lines.append(json.dumps(table, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines)


def export_junit(results: Results) -> str:
    """Return JUnit XML: a suite for each student, a case for each test."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for row in results.connection.execute(
        "SELECT student, report FROM scores JOIN reports USING (grading) ORDER BY student"
    ):
        report = json.loads(row["report"])
        tests = [(part["name"], test) for part in report["parts"] for test in part["tests"]]
        elements = [_element(test["outcome"]) for _, test in tests]
        counts = {
            f"{name}s" if name != "skipped" else name: elements.count(name)
            for name in ("failure", "error", "skipped")
        }
        lines.append(_tag("testsuite", {"name": row["student"], "tests": len(tests), **counts}))
        lines += [_case(part, test) for part, test in tests]
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _element(outcome: str) -> str:
    return "" if outcome == "pass" else JUNIT_ELEMENTS.get(outcome, "failure")


def _case(part: str, test: Mapping[str, Any]) -> str:
    values = {"classname": part, "name": test["says"], "time": f"{test['seconds']:.3f}"}
    case, element = _tag("testcase", values), _element(test["outcome"])
    if not element:
        return f"{case}</testcase>"
    message = (test["detail"] or {}).get("message", test["outcome"])
    return f"{case}{_tag(element, {'message': message})}</{element}></testcase>"


def _tag(name: str, values: Mapping[str, object]) -> str:
    attributes = (f" {key}={quoteattr(NOT_IN_XML.sub('�', str(v)))}" for key, v in values.items())
    return f"<{name}{''.join(attributes)}>"


EXPORTS: dict[str, Callable[[Results], str]] = {
    "csv": export_csv,
    "json": export_json,
    "junit": export_junit,
}
