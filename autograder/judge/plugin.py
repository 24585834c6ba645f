"""The pytest plugin: the fixtures of an assignment's tests, and a verdict on each test."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Container, Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.unittest import TestCaseFunction

from autograder import signals
from autograder.assignment import Assignment, Case, Part, is_named
from autograder.judge.calls import CallLog
from autograder.judge.drawing import use_drawings
from autograder.judge.explain.assertion import Comparison, comparison_of_unittest
from autograder.judge.failure import Failure
from autograder.judge.fixtures.files import WorkerFiles
from autograder.judge.fixtures.program import ProgramRunner
from autograder.judge.fixtures.suite import SuiteResults, SuiteRunner
from autograder.judge.importable import advice_on_import
from autograder.judge.modules.caller import Caller
from autograder.judge.modules.changes import changed_too, only_changed
from autograder.judge.modules.constants import Constants
from autograder.judge.modules.exceptions import failure_behind
from autograder.judge.modules.folder import Folder
from autograder.judge.modules.module import StandIns
from autograder.judge.modules.references import unknown_names
from autograder.judge.modules.scopes import Scopes
from autograder.judge.part_limits import part_limit
from autograder.judge.pytest_items import cases_for, log_of, part_of, result_of
from autograder.judge.submission import Submission
from autograder.judge.verdict import (
    Verdict,
    fault_of_grader,
    grader_error,
    judge,
    judge_failing,
    last_lines,
)
from autograder.judge.watchdog import OverrunError, limited_time
from autograder.report import UNTRIED, Detail, GraderError, Outcome, TestResult
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.messages import Response

if TYPE_CHECKING:
    from autograder.judge.request import ChosenTests, GradingRequest


MAX_COMPARED = 10_000
"""pytest explains no longer texts: it normalizes them, which may take quadratic time."""
OF_SUBMISSION = (Failure, AssertionError, pytest.fail.Exception)
"""What ends a test because of the submission; anything else may be the test's own fault."""


class JudgePlugin:
    """Grades one submission.

    `only` are the node ids of the tests to run, of the `chosen` ones (default: all). If its
    `request` has a `retry`, no test of a part is tried after one that timed out. `part_begins` and
    `part_ends` are called when the tests in one of a part's files begin and end.

    After the session `record` is pytest-json-report's record of all tests, `verdicts` the judge's
    result of each by its node id, `doubtful` the faults of those that may be the tests' own,
    `first_timeouts` the first of each part that timed out, `skipped` those that earn and cost
    nothing, and `faults` the reasons why there is no result.
    """

    def __init__(self, chosen: ChosenTests, only: Container[str] | None) -> None:
        self.chosen, self.only = chosen, only
        self.assignment = chosen.assignment
        self.request: GradingRequest
        self.submission: Submission
        """Both are set when the tests are collected."""
        self.part_begins: Callable[[Part], None] | None = None
        self.part_ends: Callable[[JudgePlugin, str], None] | None = None
        self.previous: Path | None = None
        self.timed_out = Counter[str]()
        """How many tests of each part have timed out so far."""
        self.responses: dict[Case, Response] = {}
        self.suites = SuiteResults()
        self.stand_ins = StandIns(self.assignment)
        self.scopes = Scopes(self.new_caller)
        self.home = os.getcwd()
        self.constants = Constants()
        self.hidden: dict[Path, bool] = {}
        self.comparison: Comparison | None = None
        self.log = CallLog()
        self.running: pytest.Item
        """The test. Asking pytest's `request` for it costs each test a tenth of a millisecond."""
        self.tests: dict[str, pytest.Function] = {}
        self.verdicts: dict[str, Verdict] = {}
        self.doubtful: dict[str, Detail] = {}
        self.first_timeouts: dict[str, str] = {}
        self.skipped: set[str] = set()
        self.record: list[dict[str, Any]] = []
        self.faults: list[str] = []

    def new_caller(self) -> Caller:
        """Return a caller for the test that runs, or for a fixture that it needs."""
        item, assignment = self.running, self.assignment
        part = assignment.part(part_of(item.path))
        submission = self.submission_for(item.path)
        return Caller(
            submission,
            self.stand_ins,
            part.file or assignment.files[0],
            self.seconds_for(item.path, assignment.limits.call_seconds),
            may_change=partial(assignment.may_change, part),
            copies=partial(is_named, names=part.copies),
            folder=Folder(submission, item.path.parent, self.tmp_path, self.home),
        )

    def tmp_path(self) -> Path | None:
        """Return the folder that pytest has made for the test, if it has asked for one."""
        found: Path | None = getattr(self.running, "funcargs", {}).get("tmp_path")
        return found

    def caller(self) -> Caller:
        """Return the caller of the test that runs, or of the fixture that is being set up."""
        caller = self.scopes.caller_for(self.running)
        caller.log = log_of(self.running)
        return caller

    @pytest.fixture
    def files(self) -> WorkerFiles:
        return WorkerFiles(self.caller())

    @pytest.fixture
    def program(self) -> ProgramRunner:
        return ProgramRunner(
            self.submission_for(self.running.path),
            self.assignment.part(part_of(self.running.path)),
            log_of(self.running),
            self.responses,
            lenient=self.chosen.lenient,
            seconds=self.program_seconds(),
        )

    @pytest.fixture
    def suite(self) -> SuiteRunner:
        submission, seconds = self.submission_for(self.running.path), self.program_seconds()
        return SuiteRunner(submission, log_of(self.running), self.suites, seconds=seconds)

    @pytest.fixture
    def measured(self) -> dict[str, float]:
        return dict(self.assignment.measured)

    def pytest_configure(self) -> None:
        """Rewrite asserts in the modules next to the tests, and draw values as `types` says."""
        modules = {path.stem for path in self.assignment.folder.glob("*.py")}
        pytest.register_assert_rewrite(*modules - sys.stdlib_module_names)
        use_drawings(Path(self.assignment.types).stem)
        # Without it, a failed subTest ends its test, as a failed assertion does.
        if "addSubTest" in vars(TestCaseFunction):
            del TestCaseFunction.addSubTest

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        if isinstance(collector, pytest.Module):
            self.faults += unknown_names(collector.path, self.stand_ins.interface)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """Let a fixture of a class or a module make its calls in a worker that its tests share."""
        with self.scopes.of(fixturedef, request):
            return (yield)

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[Any]) -> None:
        self.scopes.end(fixturedef)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "case" in metafunc.fixturenames:
            path = metafunc.definition.path
            cases = self.chosen.secret if self.is_hidden(path) else self.assignment.cases("sample")
            cases = cases_for(self.assignment.part(part_of(path)), self.assignment, cases)
            metafunc.parametrize("case", cases, ids=str)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.faults:
            items.clear()
        if self.only is not None:
            items[:] = [item for item in items if item.nodeid in self.only]

    def is_hidden(self, path: Path) -> bool:
        """Is it a file of hidden tests? pytest may spell its path differently."""
        if path not in self.hidden:
            self.hidden[path] = path.parent.resolve() == self.assignment.hidden_tests.resolve()
        return self.hidden[path]

    def submission_for(self, path: Path) -> Submission:
        """Return the submission for the tests of a file; an isolated copy for hidden tests.

        The reason why a file cannot be loaded may reveal what a hidden test asked.
        """
        return self.submission.isolated() if self.is_hidden(path) else self.submission

    def seconds_for(self, path: Path, most: float) -> float:
        """Return the limit on each request of a test in a file; `most` is the largest one."""
        part = self.assignment.part(part_of(path))
        return part_limit(part, most, self.timed_out[part.name])

    def program_seconds(self) -> float:
        return self.seconds_for(self.running.path, self.assignment.limits.program_seconds)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Let go, after the verdict, of what the submission returned: it may be large."""
        signals.check()
        if self.part_begins and item.path != self.previous:
            self.previous = item.path
            self.part_begins(self.assignment.part(part_of(item.path)))
        self.comparison, self.log = None, log_of(item)
        self.running = item
        self.scopes.begin_test(log_of(item))
        self.stand_ins.current, self.stand_ins.stdout = self.caller, sys.stdout
        try:
            result = yield
        finally:
            self.stand_ins.current = None
            self.stand_ins.forget()
            self.constants.forget(item)
            try:
                self.scopes.end_test()
            except SandboxError as error:
                self.stop(item, str(error))
        self.comparison = None
        log_of(item).release_values()
        verdict = self.verdicts.get(item.nodeid)
        if verdict and verdict.outcome is Outcome.TIMED_OUT:
            self.timed_out[part_of(item.path)] += 1
        last = nextitem is None or nextitem.path != item.path
        if self.part_ends and last and not self.faults:
            self.part_ends(self, part_of(item.path))
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        part = part_of(item.path)
        retry = self.request.retry
        if retry and self.timed_out[part]:
            message = f"{UNTRIED}; to try them: {retry.replace('{part}', part)}"
            raise Failure(Outcome.NOT_RUN, Detail(message))
        self.constants.set_for(item)

    @pytest.hookimpl(wrapper=True)
    def pytest_assertrepr_compare(
        self, op: str, left: object, right: object
    ) -> Generator[None, object, object]:
        """Let pytest explain the comparison without asking the submission anything more."""
        self.comparison = Comparison(op, left, right)
        if any(isinstance(each, str) and len(each) > MAX_COMPARED for each in (left, right)):
            raise AssertionError  # As the `assert` does, but without an explanation by pytest.
        self.log.is_over = True
        try:
            return (yield)
        finally:
            self.log.is_over = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Function, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        if call.when == "call" or call.excinfo:
            log_of(item).is_over = True
        item.config.option.tbstyle = "line" if call.when == "call" else "auto"  # Parses no source.
        report = yield
        self.tests[item.nodeid] = item
        error = failure_behind(call.excinfo.value) if call.excinfo else None
        if call.excinfo and self.comparison is None:
            self.comparison = comparison_of_unittest(call.excinfo.value)
        if fault := fault_of_grader(error, failed=report.failed):
            where = f"{item.nodeid}: " if isinstance(error, GraderError) else ""
            self.stop(item, f"{where}{fault}")
        elif report.skipped or hasattr(report, "wasxfail"):
            self.skipped.add(item.nodeid)
        elif isinstance(error, Failure):
            self.judge(item, error, report)
        elif report.failed and call.when == "setup" and not log_of(item).submission_ran:
            self.stop(item, f"{item.nodeid}: {last_lines(report)}")
        elif report.failed or call.when == "call":
            self.judge(item, error, report)
        if call.when != "teardown":
            log_of(item).is_over = False  # What follows may clean up.
        return report

    def stop(self, item: pytest.Item, fault: str) -> None:
        """End the session: no test can be judged any more. The first fault says why."""
        if not self.faults:
            self.faults.append(fault)
        item.session.shouldstop = fault

    def judge(
        self, item: pytest.Function, error: BaseException | None, report: pytest.TestReport
    ) -> None:
        """Judge what has happened in a test so far. The first failure decides."""
        before = self.verdicts.get(item.nodeid)
        if before and before.outcome is not Outcome.PASS:
            return
        log = log_of(item)
        if error is None and report.failed:  # A strict xfail passed.
            why = Detail(f"the test ended with {report.longreprtext}")
            verdict = Verdict(Outcome.WRONG, why)
        elif error is None:
            verdict = passing(log)
        else:
            verdict = self.verdict(error, log)
            if log.submission_ran and not isinstance(error, OF_SUBMISSION):
                self.doubtful[item.nodeid] = grader_error(error)
        self.verdicts[item.nodeid] = verdict
        if verdict.outcome is Outcome.TIMED_OUT:
            self.first_timeouts.setdefault(part_of(item.path), item.nodeid)

    def verdict(self, error: BaseException, log: CallLog) -> Verdict:
        try:
            with limited_time():
                outcome, detail = judge(error, log, self.comparison, self.submission.sources)
                detail = self.submission.sources.normalized(detail)
        except (Exception, OverrunError) as failing:  # Rendering a hostile value may raise.
            outcome, detail = judge_failing(failing, log)
        if log.change and outcome is Outcome.WRONG:
            detail = changed_too(detail, log.change)
        return Verdict(outcome, detail)

    def unsettled(self, *, confined: bool) -> set[str]:
        """Return the tests whose verdicts depend on how the reference does in them.

        They are the doubtful ones and, if the grading counts (is `confined`), the first of each
        part that timed out: the machine may be too slow for the limits.
        """
        return {*self.doubtful, *(self.first_timeouts.values() if confined else ())}

    def settle(self, on_reference: JudgePlugin) -> None:
        """Settle the verdicts by those on the reference: what fails there, too, costs nothing.

        Raises:
            GraderError: it was not tried, or it timed out, so that no timeout says anything.
        """
        for test, fault in self.doubtful.items():
            if test not in on_reference.tests:
                raise GraderError(f"{test}: it could not be run on the reference")
            verdict = on_reference.verdicts.get(test)
            if verdict is None or verdict.outcome is not Outcome.PASS:
                self.verdicts[test] = Verdict(Outcome.GRADER_ERROR, fault)
        for part, test in self.first_timeouts.items():
            verdict = on_reference.verdicts.get(test)
            if verdict and verdict.outcome is Outcome.TIMED_OUT and verdict.detail:
                says = f"the reference times out, too: {verdict.detail.message}"
                raise GraderError(f"{test}: {says}; {slow_remedy(self.assignment, part)}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        path = self.assignment.folder / report.nodeid
        if report.failed and not any(each.startswith(f"{path}, line ") for each in self.faults):
            fault = last_lines(report)
            advice = advice_on_import(self.assignment, fault)
            names_itself = fault.startswith(str(self.assignment.folder))
            where = "" if names_itself else f"{report.nodeid}: "
            self.faults.append(f"{where}{fault}{advice}")

    def pytest_json_modifyreport(self, json_report: dict[str, Any]) -> None:
        self.record = json_report["tests"]

    def results(self, part: str) -> list[TestResult]:
        """Return a part's results in the order of its tests; without seconds until the end."""
        records = {test["nodeid"]: test for test in self.record}
        return [
            result_of(item, self.verdicts[name], self.is_hidden(item.path), records.get(name, {}))
            for name, item in self.tests.items()
            if name in self.verdicts and name not in self.skipped and part_of(item.path) == part
        ]


def passing(log: CallLog) -> Verdict:
    """Return the verdict on a test whose assertions hold: a call may have changed an argument."""
    if log.change is None:
        return Verdict(Outcome.PASS)
    has_value = log.response is not None and log.response.value is not None
    return Verdict(Outcome.WRONG, only_changed(log.change, has_value=has_value))


def slow_remedy(assignment: Assignment, part_name: str) -> str:
    """Say what to do if the limits of a part are too short for this machine."""
    part = assignment.part(part_name)
    key = "call_seconds" if part.file else "program_seconds"
    largest = getattr(assignment.limits, key)
    if part_limit(part, largest) < largest:
        return f"`autograder limits {assignment.name} --measure` adapts the limit to this machine"
    return f"raise {key} in {assignment.toml}, or use a faster machine"
