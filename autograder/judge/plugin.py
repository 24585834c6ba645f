"""The pytest plugin: the fixtures of an assignment's tests, and a verdict on each test."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import Assignment, AssignmentError, Case
from autograder.judge.fixtures.program import ProgramRunner
from autograder.judge.fixtures.student import Caller, Student
from autograder.judge.fixtures.student_tests import SuiteRunner
from autograder.judge.fixtures.suite_results import SuiteResults
from autograder.judge.invocation import Exchange
from autograder.judge.submission import Submission
from autograder.judge.verdict import Comparison, judge, judge_failing
from autograder.report import Detail, Outcome, TestResult
from autograder.sandbox.protocol import Response

SUITE_BACKSTOP_SECONDS = 1800


@dataclass(frozen=True)
class Verdict:
    """The judge's result for one test."""

    outcome: Outcome
    detail: Detail | None = None


class JudgePlugin:
    """Grades one submission.

    `secret` are the cases for hidden tests. After the session `record` is pytest-json-report's
    record of all tests, `verdicts` the judge's result of each by its node id, and `faults` the
    reasons why pytest could not run them.
    """

    def __init__(self, submission: Submission, secret: list[Case], lenient: bool) -> None:
        self.submission = submission
        self.secret = secret
        self.lenient = lenient
        self.responses: dict[Case, Response] = {}
        self.suites = SuiteResults()
        self.comparison: Comparison | None = None
        self.tests: dict[str, pytest.Function] = {}
        self.verdicts: dict[str, Verdict] = {}
        self.record: list[dict[str, Any]] = []
        self.faults: list[str] = []

    @property
    def assignment(self) -> Assignment:
        return self.submission.assignment

    @pytest.fixture
    def student(self, request: pytest.FixtureRequest) -> Iterator[Student]:
        file = self.assignment.part(part_of(request.path)).file
        caller = Caller(self.submission_for(request.path), file, exchange_of(request.node))
        yield Student(caller)
        caller.close()

    @pytest.fixture
    def program(self, request: pytest.FixtureRequest) -> ProgramRunner:
        return ProgramRunner(
            self.submission_for(request.path),
            exchange_of(request.node),
            self.responses,
            lenient=self.lenient,
        )

    @pytest.fixture
    def suite(self, request: pytest.FixtureRequest) -> SuiteRunner:
        submission = self.submission_for(request.path)
        return SuiteRunner(submission, exchange_of(request.node), self.suites)

    @pytest.fixture
    def measured(self) -> dict[str, float]:
        return dict(self.assignment.measured)

    def pytest_configure(self) -> None:
        """Rewrite asserts in the modules next to the tests, to report them like the tests' own."""
        modules = [path.stem for path in self.assignment.folder.glob("*.py")]
        pytest.register_assert_rewrite(*modules)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "case" in metafunc.fixturenames:
            hidden = self.is_hidden(metafunc.definition.path)
            cases = self.secret if hidden else self.assignment.cases("sample")
            for case in cases:
                if not case.output.is_file():
                    raise AssignmentError(
                        f"{case.output} is missing; autograder expected writes it"
                    )
            metafunc.parametrize("case", cases, ids=str)

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        """Give tests of suites more time: the first one waits for all runs, each with a limit."""
        for item in items:
            if "suite" in item.fixturenames:
                item.add_marker(pytest.mark.timeout(SUITE_BACKSTOP_SECONDS))

    def is_hidden(self, path: Path) -> bool:
        """Is it a file of hidden tests? pytest may spell its path differently."""
        return path.parent.resolve() == self.assignment.hidden_tests.resolve()

    def submission_for(self, path: Path) -> Submission:
        """Return the submission for the tests of a file; an isolated copy for hidden tests.

        The reason why a file cannot be loaded may reveal what a hidden test asked.
        """
        return self.submission.isolated() if self.is_hidden(path) else self.submission

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self.comparison = None
        return (yield)

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        self.comparison = Comparison(op, left, right)

    def pytest_json_runtest_metadata(
        self, item: pytest.Function, call: pytest.CallInfo[None]
    ) -> dict[str, Any]:
        self.tests[item.nodeid] = item
        if call.when != "call" and not call.excinfo:
            return {}
        self.verdicts[item.nodeid] = verdict = self.verdict(item, call)
        return asdict(verdict)

    def verdict(self, item: pytest.Function, call: pytest.CallInfo[None]) -> Verdict:
        if call.excinfo is None:
            return Verdict(Outcome.PASS)
        exchange = exchange_of(item)
        try:
            outcome, detail = judge(call.excinfo.value, exchange, self.comparison)
        except Exception as error:  # Rendering a hostile value may raise.
            outcome, detail = judge_failing(error, exchange)
        return Verdict(outcome, self.submission.sources.normalized(detail))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            errors = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
            fault = "; ".join(line.removeprefix("E ").strip() for line in errors)
            self.faults.append(f"{report.nodeid}: {fault or report.longreprtext.strip()}")

    def pytest_internalerror(self, excrepr: object) -> None:
        self.faults.append(str(excrepr))

    def pytest_json_modifyreport(self, json_report: dict[str, Any]) -> None:
        self.record = json_report["tests"]

    def results(self, part: str) -> list[TestResult]:
        """Return the results of a part's tests, in the order of the record."""
        return [
            self.result(self.tests[test["nodeid"]], test)
            for test in self.record
            if part_of(self.tests[test["nodeid"]].path) == part
        ]

    def result(self, item: pytest.Function, record: dict[str, Any]) -> TestResult:
        verdict = self.verdicts[item.nodeid]
        stages = (record.get(stage, {}) for stage in ("setup", "call", "teardown"))
        return TestResult(
            name=item.nodeid.partition("::")[2],
            says=sentence(item),
            outcome=verdict.outcome,
            hidden=self.is_hidden(item.path),
            seconds=round(sum(stage.get("duration", 0.0) for stage in stages), 4),
            detail=verdict.detail,
        )


_EXCHANGE = pytest.StashKey[Exchange]()


def exchange_of(item: pytest.Item) -> Exchange:
    """Return the exchange of a test with the submission, which its fixtures share."""
    return item.stash.setdefault(_EXCHANGE, Exchange())


def part_of(path: Path) -> str:
    return path.stem.removeprefix("test_")


def sentence(item: pytest.Function) -> str:
    """Return what a student reads as the test's name: the docstring, then the row of its table."""
    says = " ".join((item.function.__doc__ or item.originalname).split())
    callspec = getattr(item, "callspec", None)
    return f"{says}: {callspec.id}" if callspec else says
