"""The `suite` fixture: a student's own tests, run with pytest where the student's code runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autograder.judge.drawing import printable_line
from autograder.judge.failure import Asked, Failure, failure_of
from autograder.judge.student import Submission
from autograder.sandbox.channel import SandboxError
from autograder.sandbox.reply import Kind, Reply
from autograder.verdict import Detail, Outcome

MOST_TOLD = 8


@dataclass(frozen=True)
class StudentTest:
    """One of a student's tests: `why` it failed, or nothing."""

    name: str
    why: str
    line: int


class SuiteRunner:
    """Runs the tests in one of a submission's files.

    `replies` holds what files gave so far. What they gave is the submission's own word.
    """

    def __init__(self, submission: Submission, replies: dict[str, Reply]) -> None:
        self._submission = submission
        self._replies = replies
        self.asked = Asked("")
        self.last: Reply | None = None
        self.reached = False
        self.hinted = ""

    def must_pass(self, file: str) -> None:
        """Demand that there are tests, and that all of them pass.

        Raises:
            Failure: they do not.
        """
        tests = self._run(file)
        failed = [test for test in tests if test.why]
        if not tests:
            raise Failure(Outcome.WRONG, Detail(f"{file} has no tests"))
        if failed:
            lines = [f"{test.name}, line {test.line}: {test.why}" for test in failed[:MOST_TOLD]]
            more = [f"and {len(failed) - MOST_TOLD} more"] if len(failed) > MOST_TOLD else []
            message = f"{len(failed)} of {len(tests)} tests in {file} fail"
            raise Failure(Outcome.WRONG, Detail(message, difference="\n".join([*lines, *more])))

    def must_test(self, file: str, function: str, at_least: int = 1) -> None:
        """Demand tests that are named for a function.

        Raises:
            Failure: there are too few.
        """
        start = f"test_{function}"
        found = sum(test.name.startswith(start) for test in self._run(file))
        if found < at_least:
            has = "no test" if not found else f"{found} of {at_least} tests"
            message = f"{file} has {has} whose name begins with {start}"
            raise Failure(Outcome.WRONG, Detail(message))

    def _run(self, file: str) -> list[StudentTest]:
        self.last, self.reached = None, False
        self.asked = Asked(f"pytest {file}")
        if file in self._submission.known_unusable:
            raise Failure(Outcome.NOT_RUN, self._submission.known_unusable[file])
        sandbox = self._submission.sandbox
        if sandbox.confinement["files"] == "no files":
            raise SandboxError("pytest cannot be run where submissions may open no files")
        self.reached = True
        if file not in self._replies:
            worker = sandbox.worker()
            seconds = self._submission.assignment.limits.program_seconds
            self._replies[file] = worker.suite(file, seconds)
            worker.close()
        self.last = reply = self._replies[file]
        if reply.kind is not Kind.VALUE:
            raise failure_of(reply, self.asked, self._submission.sources)
        return self._read(file, reply.value)

    def _read(self, file: str, value: Any) -> list[StudentTest]:
        try:
            broken = [printable_line(str(why)) for why in value["broken"]]
            tests = [
                StudentTest(printable_line(str(name)), printable_line(str(why)), int(line))
                for name, why, line in value["tests"]
            ]
        except (TypeError, KeyError, ValueError):
            raise Failure(Outcome.CRASHED, Detail(f"{file} gave no account of its tests")) from None
        if broken:
            raise Failure(Outcome.CRASHED, Detail(f"{file} cannot be run by pytest: {broken[0]}"))
        return tests
