"""Failures as lines FILE:LINE: MESSAGE, which editors show at their place in a file."""

from __future__ import annotations

import re
from collections.abc import Mapping

from autograder.report import Detail, PartResult, Report, TestResult

_PLACE = re.compile(r"([\w.-]+\.py), line (\d+)")
_IN_BRACKETS = re.compile(rf" \({_PLACE.pattern}\)$")
_CALLED = re.compile(r"(\w+)\(")


def render(report: Report, sources: Mapping[str, str]) -> str:
    """Return a line for each test that failed for a known reason.

    A crash is shown where it happened, a wrong answer at the function. `sources` are the student's
    files by name.
    """
    lines = [
        f"{_place(test.detail, part, sources)}: {_message(test, test.detail)}\n"
        for part in report.parts
        for test in part.tests
        if test.detail and not test.counts_as_passed
    ]
    return "".join(dict.fromkeys(lines))


def _place(detail: Detail, part: PartResult, sources: Mapping[str, str]) -> str:
    if detail.place:
        return f"{detail.place.file}:{detail.place.line}"
    if match := _PLACE.search(detail.message):
        return f"{match[1]}:{match[2]}"
    called = _CALLED.search(detail.call)
    for name in (called[1] if called else part.name, part.name):
        for file, text in sources.items():
            if match := re.search(rf"^\s*(?:async )?def ({re.escape(name)})\b", text, re.MULTILINE):
                line = text.count("\n", 0, match.start(1)) + 1
                return f"{file}:{line}"
    return f"{next(iter(sources), 'check')}:1"


def _message(test: TestResult, detail: Detail) -> str:
    """Return what is wrong; for a wrong answer the test's sentence, which says what is right."""
    if detail.place or _PLACE.search(detail.message):
        return _IN_BRACKETS.sub("", detail.message)
    return test.says
