"""Submissions that students would hand in, each with the outcomes that it must have."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.intake.box import receive
from autograder.judge.grading_python import PYTHON
from autograder.judge.grading_server import GradingServer
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.report import Outcome, Report
from autograder.reports import text
from tests import submissions
from tests.submissions import BUILD, CASES, assignment_of, build, read_case

OUTCOMES = tomllib.loads((submissions.FOLDER / "outcomes.toml").read_text(encoding="utf-8"))
Serve = Callable[[str, float], GradingServer]


@pytest.fixture(scope="module")
def serve() -> Iterator[Serve]:
    """Start a server for an assignment; its calls have this many seconds, 0 for its own limits."""
    with ExitStack() as stack:

        @cache
        def start(name: str, seconds: float) -> GradingServer:
            assignment = load(name)
            if seconds:
                limits = replace(assignment.limits, call_seconds=seconds, program_seconds=seconds)
                assignment = replace(assignment, limits=limits)
            server = GradingServer(ChosenTests(assignment, secret=assignment.cases("secret")))
            stack.callback(server.close)
            return server

        yield start


def outcomes_of(report: Report) -> str:
    """Return the score, and how many tests of which parts failed in which way."""
    failing = []
    for part in report.parts:
        counts = Counter(t.outcome for t in part.tests if t.outcome is not Outcome.PASS)
        if counts:
            failing.append(f"{part.name} {', '.join(f'{n} {o}' for o, n in counts.items())}")
    return f"{report.score:g}: {'; '.join(failing) or 'all pass'}"


def test_each_case_has_its_outcomes() -> None:
    assert list(OUTCOMES) == CASES


def report_of(case: str) -> Path:
    return submissions.FOLDER / case / "report.txt"


def is_daily(case: str) -> bool:
    return case.endswith("-sample") or report_of(case).exists()


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[] if is_daily(case) else pytest.mark.nightly) for case in CASES],
)
def test_outcomes(
    case: str, serve: Serve, tmp_path: Path, recorded: Callable[[Path, str], None]
) -> None:
    server = serve(assignment_of(case).name, read_case(case).get("quick", 0))
    with receive(server.tests.assignment, build(case, tmp_path)) as received:
        report = server.grade(GradingRequest(received.box, received.unusable))
    assert outcomes_of(report) == OUTCOMES[case]
    if report_of(case).exists():
        shown = text.render(replace(report, submission=f"{BUILD}/{case}"), "add --json FILE")
        shown = shown.replace(str(tmp_path), BUILD.as_posix())  # It names what is missing there.
        recorded(report_of(case), shown.replace(PYTHON, "Python 3.11"))
        assert "Traceback" not in shown
