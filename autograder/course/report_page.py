"""The HTML page of one report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape

from autograder.assignment import Assignment, AssignmentError, load
from autograder.report import Report
from autograder.reports.html import page


def report_page(report: Report, links: Sequence[tuple[str, str]] = ()) -> str:
    """Return the page of a report; for students, start from `report.for_students()`.

    Boards are drawn if this kit has the assignment. `links` are other pages, by their titles.
    """
    return page(report, _assignment(report.assignment), links)


@cache
def _assignment(name: str) -> Assignment | None:
    try:
        return load(name)
    except AssignmentError:
        return None


def message_page(title: str, body: str) -> str:
    """Return a page around HTML; it may load nothing."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )
