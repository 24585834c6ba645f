"""The HTML page of one report."""

from __future__ import annotations

from html import escape

from autograder.assignment import Assignment
from autograder.report import Report
from autograder.reports import text


def report_page(report: Report, assignment: Assignment | None = None) -> str:
    """Return the page of a report; for students, start from `report.for_students()`."""
    title = assignment.title if assignment else report.assignment
    body = escape(text.render(report, "autograder course show RESULTS ID"))
    return message_page(f"{title}: {report.submission}", f"<pre>{body}</pre>")


def message_page(title: str, body: str) -> str:
    """Return a page around HTML; it may load nothing."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )
