"""The `suite` fixture: a student's own tests, run with pytest where the student's code runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.judge.chaffs import Instead, right, wrong
from autograder.judge.drawing import printable_line
from autograder.judge.failure import Asked, Failure, failure_of
from autograder.judge.student import Submission
from autograder.sandbox.channel import SandboxError
from autograder.sandbox.codec import Tree
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

    `replies` holds what files gave so far, with the submission's own functions and with others.
    What they gave is the submission's own word.
    """

    def __init__(
        self, submission: Submission, replies: dict[tuple[str, Instead | None], Reply]
    ) -> None:
        self._submission = submission
        self._replies = replies
        self.asked = Asked("")
        self.last: Reply | None = None
        self.reached = False
        self.hinted = ""

    def must_pass(self, file: str) -> None:
        """Demand tests besides those that are given, and that all pass, these too.

        Raises:
            Failure: there are none, or one fails.
        """
        self._own(file, None)
        self._demand_passing(file, None, f"tests in {file} fail")

    def must_test(self, file: str, function: str) -> None:
        """Demand a test that is named for a function, besides those that are given.

        Raises:
            Failure: there is none.
        """
        start = f"test_{function}"
        if not any(test.name.startswith(start) for test in self._own(file, None)):
            message = f"{file} has no test of yours whose name begins with {start}"
            raise Failure(Outcome.WRONG, Detail(message))

    def must_catch(self, file: str, chaff: Path) -> None:
        """Demand a test, besides those that are given, that fails where functions are a chaff's.

        First all tests have to pass with right functions.

        Raises:
            Failure: none does, or one fails in any case.
        """
        assignment = self._submission.assignment
        instead = wrong(assignment, chaff)
        for other in right(assignment, instead.file):
            self._demand_passing(file, other, f"tests in {file} fail with a right {instead.file}")
        if not any(test.why for test in self._own(file, instead)):
            message = f"no test of yours in {file} fails, though {instead.file} is wrong"
            raise Failure(Outcome.WRONG, Detail(message, difference=instead.says))

    def _demand_passing(self, file: str, instead: Instead | None, what: str) -> None:
        tests = self._run(file, instead)
        failed = [test for test in tests if test.why]
        if failed:
            lines = [f"{test.name}, line {test.line}: {test.why}" for test in failed[:MOST_TOLD]]
            more = [f"and {len(failed) - MOST_TOLD} more"] if len(failed) > MOST_TOLD else []
            message = f"{len(failed)} of {len(tests)} {what}"
            raise Failure(Outcome.WRONG, Detail(message, difference="\n".join([*lines, *more])))

    def _own(self, file: str, instead: Instead | None) -> list[StudentTest]:
        """The tests that the student wrote: all but those that the starter has.

        Raises:
            Failure: there are none.
        """
        given = {name.removeprefix(f"{file}:") for name in self._submission.assignment.given}
        own = [test for test in self._run(file, instead) if test.name not in given]
        if not own:
            raise Failure(Outcome.WRONG, Detail(f"{file} has no tests of yours"))
        return own

    def _run(self, file: str, instead: Instead | None) -> list[StudentTest]:
        self.last, self.reached = None, False
        self.asked = Asked(f"pytest {file}")
        if file in self._submission.known_unusable:
            raise Failure(Outcome.NOT_RUN, self._submission.known_unusable[file])
        sandbox = self._submission.sandbox
        if sandbox.confinement["files"] == "no files":
            raise SandboxError("pytest cannot be run where submissions may open no files")
        self.reached = True
        if (file, instead) not in self._replies:
            worker = sandbox.worker()
            seconds = self._submission.assignment.limits.program_seconds
            self._replies[file, instead] = worker.suite(file, seconds, in_worker(instead))
            worker.close()
        self.last = reply = self._replies[file, instead]
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


def in_worker(instead: Instead | None) -> dict[str, Tree]:
    """What the worker is told of functions that take the place of others."""
    if instead is None:
        return {}
    module = instead.file.removesuffix(".py")
    return {"module": module, "functions": list(instead.functions), "source": instead.source}
