"""The pytest plugin: the fixtures of an assignment's tests, and a verdict on each test."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Generator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.unittest import TestCaseFunction

from autograder import signals
from autograder.assignment import AssignmentError, Part
from autograder.judge import watchdog
from autograder.judge.calls import CallLog, Invocation
from autograder.judge.comparison import Comparison, comparison_behind
from autograder.judge.explain.rules import WRONG
from autograder.judge.failure import Failure
from autograder.judge.fixtures.program import ProgramRunner
from autograder.judge.fixtures.suite import SuiteResults, SuiteRunner
from autograder.judge.modules.caller import Caller, Callers
from autograder.judge.modules.changes import changed_too
from autograder.judge.modules.exceptions import failure_behind
from autograder.judge.modules.folder import Folder, own_tempfile
from autograder.judge.modules.module import Constants, StandIns
from autograder.judge.part_limits import OF_FUNCTION, OF_PROGRAM, Shrinking, part_limit
from autograder.judge.python_source import reachable
from autograder.judge.render.values import use_drawings
from autograder.judge.request import ChosenTests, GradingRequest, Recorded
from autograder.judge.submission import Submission
from autograder.judge.verdict import (
    Verdict,
    fault_of_grader,
    grader_error,
    judge,
    passing,
)
from autograder.judge.watchdog import OverrunError, limited_resources, limited_time
from autograder.program_cases import Case
from autograder.report import Detail, GraderError, Kind, Outcome, TestResult
from autograder.safetext import printable_line
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.messages import Response

MAX_COMPARED = 10_000
"""pytest explains no longer texts: it normalizes them, which may take quadratic time."""
OWN_ERROR = f"{AssignmentError.__module__}.{AssignmentError.__name__}: "
"""What pytest writes before a sentence that is enough on its own."""
LEFT_AT_LEAST = 0.05
"""What a call of a test that is marked with a timeout has at least."""
OF_SUBMISSION = (Failure, AssertionError, pytest.fail.Exception)
"""What ends a test because of the submission; anything else may be the test's own fault."""


class JudgePlugin:
    """Grades one submission, which it receives when the tests are collected.

    `only` are the node ids of the tests to run (default: all). If its `request` has a `retry`, no
    test of a part is tried after one that timed out. `begins` is called with each part whose tests
    run next, and with what the first failure so far says, if there is one.

    After the session `record` is pytest-json-report's record of all tests, `verdicts` the judge's
    result of each by its node id, `doubtful` that of those that may be the tests' own faults,
    `timeouts` the tests of each part that timed out, `skipped` those that earn and cost
    nothing, and `faults` the reasons why there is no result; `refusal` is why there was no
    submission. `returned` are the calls of each test that returned objects, as in `CallLog`, and
    `relying` the tests that have passed and rely on what such an object does.
    """

    def __init__(
        self,
        chosen: ChosenTests,
        receive: Callable[[], tuple[GradingRequest, Submission]],
        only: Container[str] | None = None,
        begins: Callable[[Part, str], None] | None = None,
    ) -> None:
        self.chosen, self.receive, self.only, self.begins = chosen, receive, only, begins
        self.assignment = chosen.assignment
        self.places = {path: place for place, path in enumerate(chosen.test_files)}
        self.has_received = False
        self.request: GradingRequest
        self.submission: Submission
        self.timeouts: dict[str, list[str]] = defaultdict(list)
        self.marked: float | None = None
        """The timeout with which the test is marked."""
        self.spent_before: float | None = None
        """What the submission had taken before the first request of such a test."""
        self.late: Counter[str] = Counter()
        """How many tests have timed out, by the function or program that did."""
        self.responses: dict[Case, Response] = {}
        self.suites = SuiteResults()
        self.stand_ins = StandIns(self.assignment)
        self.callers = Callers(self.new_caller)
        self.home = os.getcwd()
        self.constants = Constants(self.places)
        self.logs_of_constants: dict[str, CallLog] = {}
        self.comparison: Comparison | None = None
        self.log = CallLog()
        self.previous: Path | None = None
        self.running: pytest.Item
        """The test. Asking pytest's `request` for it costs each test a tenth of a millisecond."""
        self.tests: dict[str, pytest.Function] = {}
        self.verdicts: dict[str, Verdict] = {}
        self.doubtful: dict[str, Verdict] = {}
        self.returned: dict[str, set[tuple[str, str]]] = {}
        self.relying: dict[str, dict[tuple[str, str], Invocation]] = {}
        self.skipped: set[str] = set()
        self.record: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.refusal: Exception | None = None

    @property
    def part(self) -> Part:
        """The part of the test that runs."""
        return self.assignment.part(part_of(self.running.path))

    def new_caller(self) -> Caller:
        """Return a caller for the test that runs, or for a fixture that it needs."""
        submission = self.own_submission()
        folder = Folder(submission, lambda: self.running, self.home)
        limit = partial(self.seconds, self.assignment.limits.call_seconds, OF_FUNCTION)
        return Caller(submission, self.stand_ins, self.part, limit, self.log, folder)

    def own_submission(self) -> Submission:
        """Return the submission for the test that runs; an isolated copy for a hidden test.

        The reason why a file cannot be loaded may reveal what a hidden test asked.
        """
        hidden = self.is_hidden(self.running.path)
        return self.submission.isolated() if hidden else self.submission

    def is_hidden(self, path: Path) -> bool:
        """Return whether a file has hidden tests; pytest may spell its path differently."""
        return path.parent.name == self.assignment.hidden_tests.name

    def seconds(self, written: float | None, shrinking: Shrinking, subject: str) -> float:
        """Return the limit on a request of the test that runs, about this function or program.

        All requests of a test that is marked with a timeout have that together.
        """
        if self.marked:
            spent = self.submission.sandbox.time_spent.seconds
            self.spent_before = spent if self.spent_before is None else self.spent_before
            return max(self.marked - (spent - self.spent_before), LEFT_AT_LEAST)
        return part_limit(self.part, written, self.late[subject], shrinking)

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_set_timer(self, settings: Any) -> bool:
        """Let no timer of pytest-timeout's run: a limit counts what the submission itself takes."""
        self.marked = settings.timeout
        return True

    @pytest.fixture
    def program(self) -> ProgramRunner:
        assignment, lenient = self.assignment, self.chosen.lenient
        program = assignment.program_of(self.part)
        if program is None:
            fault = "needs the key `program`" if assignment.programs else "has no [program]"
            raise AssignmentError(f"{assignment.name}: the part {self.part.name!r} {fault}")
        about = self.own_submission(), program, self.log, self.responses
        seconds = self.seconds(assignment.limits.program_seconds, OF_PROGRAM, program.file)
        return ProgramRunner(*about, seconds, lenient)

    @pytest.fixture
    def suite(self) -> SuiteRunner:
        limit = partial(self.seconds, self.assignment.limits.program_seconds, OF_PROGRAM)
        return SuiteRunner(self.own_submission(), self.log, self.suites, limit)

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

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """Let hidden tests find the fixtures of tests/conftest.py: pytest has them for tests/."""
        plugins = session.config.pluginmanager
        path = os.path.abspath(self.assignment.public_tests / "conftest.py")
        for module in plugins.get_plugins():
            if self.chosen.hidden and getattr(module, "__file__", "") == path:
                fixtures = ModuleType("fixtures_of_public_tests")
                names = (name for name in vars(module) if not name.startswith(("pytest_", "__")))
                vars(fixtures).update((name, vars(module)[name]) for name in names)
                plugins.register(fixtures)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Collect no other file. Given the files, pytest would read the folder for each of them."""
        beside = any(collection_path.parent == path.parent for path in self.places)
        return (beside and collection_path not in self.places) or None

    def pytest_make_parametrize_id(self, val: object) -> str | None:
        """Name bytes by their text: pytest, which is to escape nothing, would use them as names."""
        return val.decode("ascii", "backslashreplace") if isinstance(val, bytes) else None

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run a test with a `case` on all cases of the program that its part runs."""
        if "case" in metafunc.fixturenames:
            path, assignment = metafunc.definition.path, self.assignment
            program = assignment.program_of(assignment.part(part_of(path)))
            cases = self.chosen.secret if self.is_hidden(path) else assignment.cases("sample")
            cases = [case for case in cases if not program or case.program == program.name]
            for case in cases:
                if not case.output.is_file():
                    remedy = assignment.command("expected")
                    raise AssignmentError(f"{case.output} is missing; {remedy}")
            metafunc.parametrize("case", cases, ids=str)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note why a file of tests cannot be loaded, and its name unless the reason has that."""
        if report.failed:
            fault = last_lines(report)
            names_itself = fault.startswith(str(self.assignment.folder))
            self.faults.append(fault if names_itself else f"{report.nodeid}: {fault}")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        only = self.only
        items[:] = [item for item in items if only is None or item.nodeid in only]
        items.sort(key=lambda item: self.places[item.path])

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Receive the submission. Where there are tests of a student's, load pytest for them."""
        if self.faults or session.testsfailed:
            session.items.clear()
            return
        try:
            self.request, self.submission = self.receive()
            self.has_received = True
        except Exception as error:
            self.refusal = error
            session.items.clear()
            return
        session.items[:] = self.in_order(session.items, self.request)
        if self.request.exit_first:
            session.config.option.maxfail = 1
        if any("suite" in fixtures_of(item) for item in session.items):
            with contextlib.suppress(SandboxError):  # Reported to the first test.
                self.submission.sandbox.preload_pytest()

    def in_order(self, items: Sequence[pytest.Item], request: GradingRequest) -> list[pytest.Item]:
        """Return the tests of the parts to grade, public tests first.

        If hidden tests were first, a submission could save what one asked, in a file for instance,
        and print it in a public test.
        """
        names = {part.name for part in request.parts}
        chosen = [item for item in items if not names or part_of(item.path) in names]
        if request.expected_to_fail:
            chosen.reverse()
        return sorted(chosen, key=lambda item: self.is_hidden(item.path))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """Let a fixture of a class or a module make its calls in a worker that its tests share."""
        with self.callers.setting_up(fixturedef, request):
            return (yield)

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[Any]) -> None:
        self.callers.finished(fixturedef)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Let go, after the verdict, of what the submission returned: it may be large."""
        signals.check()
        self.running, self.comparison = item, None
        self.marked = self.spent_before = None
        watchdog.note(item.nodeid)
        most = self.request.max_requests
        self.log = CallLog(max_requests=most, starts_spare=self.needs_spare(nextitem))
        if self.begins and item.path != self.previous:
            failed = (each.detail for each in self.verdicts.values() if each.detail)
            self.begins(self.part, next((detail.message for detail in failed), ""))
        self.previous = item.path
        self.callers.begin_test(self.log, self.part)
        self.stand_ins.begin_test(partial(self.callers.current, item))
        try:
            limits = limited_time(watchdog.MAX_CPU_SECONDS, self.overrun), limited_resources()
            with own_tempfile(), limits[0], limits[1]:
                result = yield
        finally:
            self.stand_ins.end_test()
            self.constants.put_back()
            try:
                self.callers.end_test()
            except SandboxError as error:
                self.stop(str(error))
        self.comparison = None
        self.log.release_values()
        verdict = self.verdicts.get(item.nodeid)
        if verdict and verdict.outcome is Outcome.TIMED_OUT:
            self.timeouts[self.part.name].append(item.nodeid)
        return result

    def needs_spare(self, following: pytest.Item | None) -> bool:
        """Should the next worker start during the test? The next test needs one with the file."""
        if following is None or self.request.expected_to_fail:
            return False
        if {"program", "suite"} & (fixtures_of(self.running) | fixtures_of(following)):
            return False
        return self.assignment.part(part_of(following.path)).file == self.part.file

    def overrun(self) -> BaseException:
        """Fail a test on which the judge spends too much time.

        One that has called nothing is at fault itself, and ends the session. If it is the test's
        fault otherwise, the reference times out, too.
        """
        invocation = self.log.invocation
        if self.log.submission_ran:
            about = f"the test of {invocation.subject}", "did not end"
            detail = Detail(Kind.NOT_FINISHED, *about, call=invocation.call)
            return Failure(Outcome.TIMED_OUT, detail)
        return OverrunError(f"{self.running.nodeid}: the test does not end")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if self.request.retry:
            self.require_finished_parts(item, self.request.retry.replace("{part}", self.part.name))
        own = CallLog(max_requests=self.log.max_requests, starts_spare=self.log.starts_spare)
        names = self.constants.set_for(item)
        self.logs_of_constants = {name: replace(self.log) for name in names}
        own.returned = self.log.returned
        vars(self.log).update(vars(own))  # The test has called nothing yet.

    def require_finished_parts(self, item: pytest.Item, retry: str) -> None:
        """Check that no file or part that a test uses has failed to finish.

        Raises:
            Failure: one has; the command `retry` tries the test all the same.
        """
        for fault in self.submission.unusable.values():
            if fault.is_endless:
                raise Failure(Outcome.NOT_RUN, fault.detail)
        used = self.parts_used(item)
        late = next((part for part in self.timeouts if self.timeouts[part] and part in used), "")
        if late:
            fact = f"not tried: it uses {late}, which does not finish"
            fact = "not tried after a test that timed out" if late == self.part.name else fact
            detail = Detail(Kind.NOT_TRIED, fact=fact, cause=f"to try them: {retry}")
            raise Failure(Outcome.NOT_RUN, detail)

    def parts_used(self, item: pytest.Item) -> set[str]:
        """Return the part of a test and those that it needs; a student's tests may use any."""
        parts = self.assignment.parts
        own = [part.name for part in parts if part.file] if "suite" in fixtures_of(item) else []
        needs = {part.name: part.needs or () for part in parts}
        return reachable(needs, [self.part.name, *own])

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
        log, is_setup = self.log, call.when == "setup"
        log.is_over = call.when == "call" or call.excinfo is not None
        item.config.option.tbstyle = "line" if call.when == "call" else "auto"  # Parses no source.
        report = yield
        self.tests[item.nodeid] = item
        error = failure_behind(call.excinfo.value) if call.excinfo else None
        if call.excinfo and self.comparison is None:
            self.comparison = comparison_behind(call.excinfo.value)
        if fault := fault_of_grader(error, failed=report.failed):
            self.stop(f"{item.nodeid}: {fault}" if isinstance(error, GraderError) else fault)
        elif report.skipped or hasattr(report, "wasxfail"):
            self.skipped.add(item.nodeid)
        elif is_setup and report.failed and not (log.submission_ran or isinstance(error, Failure)):
            if self.request.tolerant:
                why = Detail(Kind.GRADER, fact=last_lines(report))
                self.verdicts[item.nodeid] = Verdict(Outcome.GRADER_ERROR, why)
            else:
                self.stop(f"{item.nodeid}: {last_lines(report)}")
        elif report.failed or call.when == "call":
            self.judge(item.nodeid, error, report)
        if call.when != "teardown":
            log.is_over = False  # What follows may clean up.
        return report

    def stop(self, fault: str) -> None:
        """End the session: no test can be judged any more. The first fault says why."""
        if not self.faults:
            self.faults.append(fault)
        self.running.session.shouldstop = fault

    def judge(self, test: str, error: BaseException | None, report: pytest.TestReport) -> None:
        """Judge what has happened in a test so far. The first failure decides."""
        before = self.verdicts.get(test)
        if before and before.outcome is not Outcome.PASS:
            return
        if error is None and report.failed:  # A strict xfail passed.
            why = Detail(Kind.TEST, "the test", f"ended with {report.longreprtext}")
            self.verdicts[test] = Verdict(Outcome.WRONG, why)
        elif error is None:
            verdict = passing(self.log, self.submission.forbidden.get(self.part.name))
            self.verdicts[test], self.returned[test] = verdict, self.log.returned
            if self.log.relied and verdict.outcome is Outcome.PASS:
                self.relying[test] = self.log.relied
        else:
            log, may_settle = self.log, self.assignment.has_reference
            if not log.submission_ran and (may_settle or isinstance(error, AssertionError)):
                log = self.log_of_constants(self.tests[test]) or log
            self.verdicts[test] = self.verdict(error, log)
            if self.verdicts[test].outcome is Outcome.TIMED_OUT and not self.marked:
                self.late[log.invocation.subject] += 1
            if log.submission_ran and not isinstance(error, OF_SUBMISSION):
                self.doubtful[test] = grader_error(error)

    def log_of_constants(self, test: pytest.Function) -> CallLog | None:
        """Return what a test that has called nothing has of the submission, if anything."""
        logs = self.logs_of_constants
        names = getattr(getattr(test.function, "__code__", None), "co_names", ())
        used = [name for name in logs if name in names] or [*logs]
        if len(used) > 1:
            listed = f"{', '.join(used[:-1])} or {used[-1]}"
            return replace(logs[used[0]], invocation=Invocation(listed))
        return logs[used[0]] if used else None

    def verdict(self, error: BaseException, log: CallLog) -> Verdict:
        sources = self.submission.sources

        try:
            with limited_time(watchdog.MAX_EXPLAINING_SECONDS, OverrunError):
                verdict = judge(error, log, self.comparison, sources)
        except (Exception, OverrunError) as failing:  # Rendering a hostile value may raise.
            verdict = grader_error(failing)
            if log.submission_ran:
                about, fault = (log.invocation.subject, WRONG.fact), traceback.format_exc()
                verdict = Verdict(Outcome.WRONG, Detail(Kind.RETURNED, *about, fault=fault))
        if verdict.detail is None or verdict.detail.kind is Kind.NOT_TRIED:  # It has a command.
            return verdict
        detail = sources.normalized(verdict.detail)
        if self.request.records is not Recorded.STEPS:
            detail = replace(detail, steps=())
        if log.change and verdict.outcome is Outcome.WRONG:
            detail = changed_too(detail, log.change)
        return Verdict(verdict.outcome, detail)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if isinstance(excinfo.value, OverrunError):
            self.faults.append(str(excinfo.value))
        elif isinstance(excinfo.value, pytest.exit.Exception):
            self.pytest_internalerror(excinfo)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note what ends the session: an exit, or a hook that raises."""
        self.faults.append(fault_in(excinfo.value, self.assignment.folder))

    def pytest_json_modifyreport(self, json_report: dict[str, Any]) -> None:
        """Keep which tests ran, and how long each of their stages took."""
        self.record = json_report["tests"]

    def results(self, part: str) -> list[TestResult]:
        """Return a part's results in the order of its tests."""
        records = {test["nodeid"]: test for test in self.record}
        return [
            result_of(item, self.verdicts[name], self.is_hidden(item.path), records.get(name, {}))
            for name, item in self.tests.items()
            if name in self.verdicts and name not in self.skipped and part_of(item.path) == part
        ]

    def provisional_parts(self) -> set[str]:
        """Return the parts of students' own tests, if no hidden test is run on these."""
        suites = (item for item in self.tests.values() if "suite" in fixtures_of(item))
        return set() if self.chosen.hidden else {part_of(item.path) for item in suites}


@cache
def part_of(path: Path) -> str:
    return path.stem.removeprefix("test_")


def fixtures_of(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def result_of(
    item: pytest.Function, verdict: Verdict, hidden: bool, record: dict[str, Any]
) -> TestResult:
    """Return the result of a test; `record` is pytest-json-report's.

    Students read the docstring as its name, then the row of its table.
    """
    stages = (record.get(stage, {}) for stage in ("setup", "call", "teardown"))
    says = " ".join((item.function.__doc__ or item.originalname or item.name).split())
    if callspec := getattr(item, "callspec", None):
        says = f"{says}: {printable_line(callspec.id) or repr('')}"
    return TestResult(
        name=printable_line(item.nodeid.partition("::")[2]),
        says=says,
        outcome=verdict.outcome,
        hidden=hidden,
        seconds=round(sum(stage.get("duration", 0.0) for stage in stages), 4),
        detail=verdict.detail,
    )


def last_lines(report: pytest.CollectReport | pytest.TestReport) -> str:
    """Return the lines of a failure that name the exception."""
    errors = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
    fault = "; ".join(line.removeprefix("E ").strip().removeprefix(OWN_ERROR) for line in errors)
    return fault or " ".join(report.longreprtext.split())


def fault_in(error: BaseException, folder: Path) -> str:
    """Return an error in one line, with the last file in a folder that led to it."""
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    own = [file for file in files if Path(file).is_relative_to(os.path.abspath(folder))]
    where = f"{os.path.relpath(own[-1], folder)}: ".replace(os.sep, "/") if own else ""
    return f"{where}{type(error).__name__}: {' '.join(str(error).split())}"
