"""The pytest plugin: fixtures for an assignment's tests, and a verdict for each of them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import Assignment, AssignmentError, Case
from autograder.judge.chaffs import Instead
from autograder.judge.failure import Asked, Failure, printed_by
from autograder.judge.fixtures.program import ProgramRunner
from autograder.judge.fixtures.student import Student, Submission
from autograder.judge.fixtures.student_tests import SuiteRunner
from autograder.judge.output_diff import Output, explain
from autograder.judge.render import draw, draw_two
from autograder.report import Detail, Outcome
from autograder.safetext import printable, printable_line
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.protocol import Response

Witness = Student | ProgramRunner | SuiteRunner
"""What reached the submission in a test, and knows what was asked."""


class JudgePlugin:
    """Grades one submission.

    `secret` are the cases for hidden tests. After the session `tests` holds pytest-json-report's
    record of every test, with the judge's verdict under "metadata", and `faults` what kept pytest
    from running them.
    """

    def __init__(self, submission: Submission, secret: list[Case], lenient: bool) -> None:
        self.submission = submission
        self.secret = secret
        self.lenient = lenient
        self.replies: dict[Case, Response] = {}
        self.suites: dict[tuple[str, Instead | None], Response] = {}
        self.compared: tuple[str, Any, Any] | None = None
        self.tests: list[dict[str, Any]] = []
        self.faults: list[str] = []

    @property
    def assignment(self) -> Assignment:
        return self.submission.assignment

    @pytest.fixture
    def student(self, request: pytest.FixtureRequest) -> Iterator[Student]:
        file = self.assignment.part(part_of(request.path)).file
        student = Student(self.submission_for(request.path), file)
        request.node.witness = student
        yield student
        student.close()

    @pytest.fixture
    def program(self, request: pytest.FixtureRequest) -> ProgramRunner:
        runner = ProgramRunner(self.submission_for(request.path), self.lenient, self.replies)
        request.node.witness = runner
        return runner

    @pytest.fixture
    def suite(self, request: pytest.FixtureRequest) -> SuiteRunner:
        runner = SuiteRunner(self.submission_for(request.path), self.suites)
        request.node.witness = runner
        return runner

    @pytest.fixture
    def measured(self) -> dict[str, float]:
        return dict(self.assignment.measured)

    def pytest_configure(self) -> None:
        """What modules beside the tests assert is told like what tests do."""
        beside = [path.stem for path in self.assignment.folder.glob("*.py")]
        pytest.register_assert_rewrite(*beside)

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

    def is_hidden(self, path: Path) -> bool:
        """Is a test's file one that students do not have? pytest may spell its path otherwise."""
        return path.parent.resolve() == self.assignment.hidden_tests.resolve()

    def submission_for(self, path: Path) -> Submission:
        """The submission as the tests of a file know it.

        What a hidden test finds out stays with it: why a file cannot be loaded may tell what the
        test asked.
        """
        return self.submission.apart() if self.is_hidden(path) else self.submission

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self.compared = None
        return (yield)

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        self.compared = (op, left, right)

    def pytest_json_runtest_metadata(
        self, item: pytest.Function, call: pytest.CallInfo[None]
    ) -> dict[str, Any]:
        if call.when == "setup":
            about = {
                "part": part_of(item.path),
                "says": sentence(item),
                "hidden": self.is_hidden(item.path),
            }
            return about | (self.verdict(item, call) if call.excinfo else {})
        return self.verdict(item, call) if call.when == "call" or call.excinfo else {}

    def verdict(self, item: pytest.Function, call: pytest.CallInfo[None]) -> dict[str, Any]:
        if call.excinfo is None:
            return {"outcome": Outcome.PASS.value}
        witness = getattr(item, "witness", None)
        try:
            outcome, detail = self.judge(call.excinfo.value, witness)
        except Exception as error:  # A value may be made to upset whoever tells of it.
            outcome, detail = self.judge_unexplained(error, witness)
        told = self.submission.sources.tidied(detail)
        return {"outcome": outcome.value, "detail": asdict(told)}

    def judge_unexplained(
        self, error: Exception, witness: Witness | None
    ) -> tuple[Outcome, Detail]:
        if witness is None or not witness.reached:
            return Outcome.GRADER_ERROR, grader_failed(error)
        return Outcome.WRONG, Detail(f"{witness.asked.what} gave the wrong answer")

    def judge(self, error: BaseException, witness: Witness | None) -> tuple[Outcome, Detail]:
        """Whose doing an exception in a test is.

        Once the submission has been reached, whatever goes wrong is its own doing, unless the
        sandbox says otherwise: else a value made to upset the judge would be worth a mark.
        """
        if isinstance(error, Failure):
            return error.outcome, error.detail
        if witness is None or not witness.reached or isinstance(error, SandboxError):
            return Outcome.GRADER_ERROR, grader_failed(error)
        if isinstance(error, pytest.fail.Exception):
            message = f"{witness.asked.what} took the grader too long to judge"
            return Outcome.TIMED_OUT, Detail(message, witness.asked.call)
        if witness.last is None:
            return Outcome.WRONG, Detail(f"{witness.asked.what} gave no answer to judge")
        if not isinstance(error, AssertionError):
            what = f"{witness.asked.what} gave back a value of the wrong shape"
            return Outcome.WRONG, self.wrong(what, witness.asked, witness.last)
        return Outcome.WRONG, self.compare(witness, witness.last)

    def compare(self, witness: Witness, reply: Response) -> Detail:
        asked = witness.asked
        hint = printable(witness.hinted)
        if self.compared is None:
            return self.wrong(f"{asked.what} gave the wrong answer", asked, reply, hint=hint)
        op, left, right = self.compared
        if isinstance(left, Output) and isinstance(right, Output):
            message = f"{asked.what} printed something else than expected"
            difference = printable("\n".join(filter(None, (explain(right, left), witness.hinted))))
            return Detail(message, asked.call, asked.arguments, difference=difference)
        if left is reply.printed and isinstance(right, str):
            message = f"{asked.what} printed something else than expected"
            difference = printable(explain(Output(right), Output(left)))
            return Detail(message, asked.call, asked.arguments, difference=difference)
        message = f"{asked.what} gave the wrong answer"
        returned, expected = draw_two(left, right)
        if op not in ("==", "is"):
            expected = f"{op} {expected}"
        return self.wrong(message, asked, reply, returned, expected, hint)

    def wrong(
        self,
        message: str,
        asked: Asked,
        reply: Response,
        returned: str = "",
        expected: str = "",
        hint: str = "",
    ) -> Detail:
        return Detail(
            message,
            asked.call,
            asked.arguments,
            returned or draw(reply.value),
            expected,
            hint,
            printed=printed_by(reply),
        )

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            told = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
            why = "; ".join(line.removeprefix("E ").strip() for line in told)
            self.faults.append(f"{report.nodeid}: {why or report.longreprtext.strip()}")

    def pytest_internalerror(self, excrepr: object) -> None:
        self.faults.append(str(excrepr))

    def pytest_json_modifyreport(self, json_report: dict[str, Any]) -> None:
        self.tests = json_report["tests"]


def grader_failed(error: BaseException) -> Detail:
    return Detail(f"the grader failed: {printable_line(f'{type(error).__name__}: {error}')}")


def part_of(path: Path) -> str:
    return path.stem.removeprefix("test_")


def sentence(item: pytest.Function) -> str:
    """What a student reads as the test's name: the docstring, then which of its rows this is."""
    says = " ".join((item.function.__doc__ or item.originalname).split())
    callspec = getattr(item, "callspec", None)
    return f"{says}: {callspec.id}" if callspec else says
