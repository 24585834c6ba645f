"""Find functions that keep something between calls, which tests in fresh workers do not show.

Once the public tests have ended, and if some failed, the first calls of each function are made
again, all in one worker. A value differs if a call has changed a variable outside the function, or
a default value. The only consequence is a remark in the report.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from autograder.judge.calls import SentCall
from autograder.judge.failure import Failure
from autograder.judge.render.values import render_short
from autograder.judge.submission import Submission
from autograder.report import Detail, Kind, Outcome
from autograder.sandbox.messages import ResponseKind

if TYPE_CHECKING:
    from autograder.judge.plugin import JudgePlugin

MAX_REPEATED = 8
"""The number of calls of each function that are repeated."""
CONFIRMATIONS = 2
"""How often a value has to recur, together with other calls and alone: it may be random."""
WHY = (
    "does a variable outside the function, or a default value such as found=[], keep something"
    " between calls? Most tests do not show it: each starts afresh."
)


class RepeatedCalls:
    """A pytest plugin that adds to the submission's remarks.

    `judge` has the verdicts. `calls` has the first calls of the public tests by file and function.
    """

    def __init__(self, judge: JudgePlugin) -> None:
        self.judge = judge
        self.calls: dict[tuple[str, str], list[SentCall]] = defaultdict(list)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Repeat calls before the first hidden test: a submission could return what it asks."""
        result = yield
        judge = self.judge
        if judge.only is not None or judge.is_hidden(item.path) or judge.faults:
            return result
        if first := judge.log.first:
            same = self.calls[first.file, first.invocation.subject]
            if len(same) < MAX_REPEATED:
                same.append(first)
        if nextitem is None or judge.is_hidden(nextitem.path):
            self.repeat()
        return result

    def repeat(self) -> None:
        """Repeat the calls, if a test has failed, and remark on the first faulty function."""
        outcomes = {verdict.outcome for verdict in self.judge.verdicts.values()}
        if outcomes == {Outcome.PASS}:
            return
        submission = self.judge.submission.isolated()  # Its file may fail to load this time.
        with contextlib.suppress(Failure, Exception):  # Hostile values may raise, too.
            functions = self.calls.values()
            found = filter(None, (changed_value(submission, calls) for calls in functions))
            if remark := next(found, None):
                submission.remarks.append(Detail(Kind.TEST, fact=remark).message)  # Escaped.


def changed_value(submission: Submission, calls: Sequence[SentCall]) -> str:
    """Return a remark on the first call that returns another value when the calls are repeated.

    It is empty if there is none, or if the cause may be different, such as random numbers.
    """
    calls = [*calls, calls[0]]
    runs = [values_of(submission, calls) for _ in range(CONFIRMATIONS)]
    for call, *values in zip(calls, *runs, strict=False):
        if all(value == call.value for value in values):
            continue
        alone = [values_of(submission, [call]) for _ in range(CONFIRMATIONS)]
        is_steady = all(value == values[0] for value in values)
        if is_steady and all(value == [call.value] for value in alone):
            texts = render_short(call.value), render_short(values[0])
            was, changed = texts if texts[0] != texts[1] else ("one value", "another")
            after = f"after earlier calls of {call.invocation.subject}"
            return f"{call.invocation.call} returned {was}, but {changed} {after}: {WHY}"
        return ""
    return ""


def values_of(submission: Submission, calls: Sequence[SentCall]) -> list[Any]:
    """Make calls in one fresh worker; return their values, up to the first call without one.

    Raises:
        Failure: the student's file cannot be loaded.
    """
    values: list[Any] = []
    worker, _ = submission.worker_with(calls[0].file, spare=False)
    try:
        for call in calls:
            response = worker.again(call.request, call.request.seconds)
            if response.kind is not ResponseKind.VALUE:
                break
            values.append(response.value)
    finally:
        worker.close()
    return values
