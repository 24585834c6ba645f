"""A report as one page of HTML: self-contained, without a script or a request to anywhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from autograder.assignment import Assignment
from autograder.html_page import page_file, render_page
from autograder.puzzles.render import svg_style
from autograder.report import Audience, Outcome, PartResult, Report, TestResult
from autograder.reports.html_boards import Boards
from autograder.reports.html_differences import MarkedText, mark_differences
from autograder.reports.next_step import (
    NOTHING_TO_TEST,
    next_step,
    was_attempted,
    without_misleading_hints,
)
from autograder.reports.text import (
    ATTEMPTED,
    FAILS,
    NOT_TRIED,
    PASSES,
    WORDS,
    group_alike,
    undecided,
)

MAX_UNFOLDED = 3
Compared = tuple[tuple[str, str], MarkedText, MarkedText]
"""Two labels, and their texts."""
Stepped = Sequence[tuple[TestResult, str]]
"""Tests, and the addresses of the pages that step through their calls."""


def page(
    report: Report,
    assignment: Assignment | None = None,
    links: Sequence[tuple[str, str]] = (),
    title: str = "",
    played: Mapping[str, str] | None = None,
    stepped: Stepped = (),
) -> str:
    """Return the page, to be written as UTF-8.

    It shows what the report holds: for students, start from `report.for_students()`. With the
    `assignment`, it has the assignment's title unless there is another, and boards are drawn.
    `links` are other pages, by their titles, `played` those that play runs, by sample case,
    `stepped` those that step through the call of a test.
    """
    style = f"{page_file(__package__, 'html_page.css')}\n{svg_style('svg')}\n"
    boards, parts = Boards(assignment), without_misleading_hints(report.parts)
    return render_page(
        __package__,
        "html_page.html",
        style,
        report=report,
        undecided=undecided(report),
        links=links,
        title=title or (assignment.title if assignment else report.assignment),
        parts=[_part(part, boards, played or {}, stepped) for part in parts],
        begin=_begin(report) if report.audience is Audience.STUDENT else 0,
        places=_places(report),
        reasons={problem.partition("\n")[0] for problem in report.problems},
        unfolded=MAX_UNFOLDED,
        MARKS={"right": PASSES, "wrong": FAILS, "untried": NOT_TRIED},
    )


def _places(report: Report) -> Mapping[str, tuple[str, int] | None]:
    """Return the file and the line of each problem, by its message; None for others."""
    details = (test.detail for part in report.parts for test in part.tests)
    found = {d.with_place: (d.place.file, d.place.line) for d in details if d and d.place}
    return defaultdict(lambda: None, found)


def _begin(report: Report) -> int:
    """Return the number of the part to begin with, from 1; 0 if all pass or there is only one."""
    step = next_step(report.parts) if len(report.parts) > 1 else None
    return report.parts.index(step.part) + 1 if step else 0


def _part(
    part: PartResult, boards: Boards, played: Mapping[str, str], stepped: Stepped
) -> dict[str, Any]:
    """Return what the page shows of a part; `untried` are tests that had nothing to run."""
    failed = [test for test in part.tests if test.outcome is not Outcome.PASS]
    groups = group_alike([test for test in failed if test.detail])
    tried = [group for group in groups if group[0].outcome not in NOTHING_TO_TEST]
    untried = [
        (len(group), WORDS[group[0].outcome], group[0].detail)
        for group in groups
        if group[0].outcome in NOTHING_TO_TEST and group[0].detail
    ]
    times = Counter((t.says, WORDS[t.outcome]) for t in failed if not t.detail)
    is_right = part.passed == part.total and not tried
    return {
        "part": part,
        "state": "right" if is_right else "wrong" if was_attempted(part) else "untried",
        "has_hint": bool(part.hint) and any(t.outcome in ATTEMPTED for t in part.tests),
        "failures": [_failure(group, boards, played, stepped) for group in tried],
        "untried": untried,
        "without_detail": [(says, word, count) for (says, word), count in times.items()],
        "passing": _sentences(t for t in part.tests if t.outcome is Outcome.PASS),
    }


def _sentences(tests: Iterable[TestResult]) -> list[tuple[str, list[str]]]:
    """Return the sentences of tests, each with the rows of its table."""
    return [
        (sentence, [test.row for test in alike if test.row])
        for sentence, alike in groupby(tests, lambda test: test.sentence)
    ]


def _failure(
    tests: Sequence[TestResult],
    boards: Boards,
    played: Mapping[str, str],
    stepped: Stepped,
) -> dict[str, Any]:
    """Return what the page shows of tests that failed for one reason.

    Of `compared` pairs of texts, the pieces that differ are marked.
    """
    first = tests[0]
    detail = first.detail
    assert detail
    compared: list[Compared] = []
    if detail.returned and detail.expected:
        sides = mark_differences(detail.returned, detail.expected)
        compared.append(((detail.returned_label, "expected"), *sides))
    if both := detail.compared:
        sides = mark_differences(both.found or "", both.expected or "")
        compared.append(((both.verb, "expected"), *sides))
    return {
        "sentences": _sentences(tests),
        "hidden": first.hidden,
        "word": WORDS[first.outcome],
        "count": len(tests),
        "detail": detail,
        "compared": compared,
        "drawings": boards.draw(detail, first.sample_case),
        "played": played.get(first.sample_case, ""),
        "lines": [*zip_longest(detail.lines.splitlines()[1:], detail.line_places)],
        "stepped": next((page for test, page in stepped if test in tests), ""),
    }
