"""Failures as lines FILE:LINE: MESSAGE, which editors show at their place in a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

from autograder.report import Detail, Kind, Place, Report

NO_ERRORS = (Kind.NOT_WRITTEN, Kind.NOT_TRIED)


def render(report: Report, sources: Mapping[str, str]) -> str:
    """Return a line for each test that failed for a known reason; what is missing is no error.

    A crash is shown where it happened, a wrong answer at the function. `sources` are the student's
    files by name.
    """
    lines = []
    for part in report.parts:
        for test in part.tests:
            is_error = test.detail and test.detail.kind not in NO_ERRORS
            if test.detail and is_error and not test.counts_as_passed:
                place = place_of(test.detail, part.name, sources)
                place = place or Place(_file_of(test.detail, part.name, sources), 1, "")
                lines.append(f"{place.file}:{place.line}: {test.detail.message}\n")
    return "".join(dict.fromkeys(lines))


def place_of(detail: Detail | None, part: str, sources: Mapping[str, str]) -> Place | None:
    """Return the line of the student's files that a failure is about, if it is known.

    If it has none of its own, that is the definition of the function that it is about, or else
    of the one that its part is named after; of several with that name, none.
    """
    if detail and detail.place and detail.place.file in sources:
        return detail.place
    for name in filter(None, (detail.subject.rpartition(".")[2] if detail else "", part)):
        form = re.compile(rf"^ *(?:async +)?(?:def|class) +{re.escape(name)}\b", re.MULTILINE)
        places = [
            Place(file, text.count("\n", 0, match.start()) + 1, name)
            for file, text in sources.items()
            for match in form.finditer(text)
        ]
        if len(places) == 1:
            return places[0]
    return None


def _file_of(detail: Detail, part: str, sources: Mapping[str, str]) -> str:
    """Return the program, or the file of a student's own tests, that a failure is about."""
    about = (file for file in sources if file in detail.subject or PurePath(file).stem == part)
    return next(about, next(iter(sources), "check"))
