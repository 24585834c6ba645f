"""A report survives the way through JSON."""

from __future__ import annotations

import json

import pytest

from autograder.report import Report
from autograder.reports import json as as_json
from autograder.reports.from_json import read_report
from tests.reports.test_report import REPORT, TABLED


@pytest.mark.parametrize("report", [REPORT, TABLED, REPORT.for_students()])
def test_report_is_the_same(report: Report) -> None:
    assert read_report(json.loads(as_json.render(report))) == report
