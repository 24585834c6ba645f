"""Functions that keep something between calls: most tests do not show it in their fresh workers.

Once the public tests have ended, and if some failed, the first calls of the tests are made again,
those of one function in one worker. A value differs if a call has changed a variable outside of the
function, or a default value. Nothing depends on it but a remark in the report.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Generator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import pytest

from autograder.judge.failure import Failure
from autograder.judge.invocation import RecordedCall
from autograder.judge.items import exchange_of
from autograder.judge.render import render_short
from autograder.judge.submission import Submission
from autograder.report import Outcome
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.protocol import ResponseKind

if TYPE_CHECKING:
    from autograder.judge.plugin import JudgePlugin

MAX_REPEATED = 8
"""So many calls of each function are made again."""
WHY = (
    "does a variable outside of the function, or a default value such as found=[], keep something"
    " between calls? Most tests do not show it: each starts afresh."
)


class RepeatedCalls:
    """A pytest plugin that adds to the submission's remarks. `judge` has the verdicts."""

    def __init__(self, judge: JudgePlugin) -> None:
        self.judge = judge
        self.last: pytest.Item | None = None
        self.calls: dict[str, list[RecordedCall]] = defaultdict(list)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        public = [item for item in session.items if not self.judge.is_hidden(item.path)]
        self.last = public[-1] if public and self.judge.only is None else None

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Repeat calls before the first hidden test: a submission could return what it asks."""
        result = yield
        if self.last and not self.judge.is_hidden(item.path):
            first = exchange_of(item).first
            if first and len(self.calls[first.function]) < MAX_REPEATED:
                self.calls[first.function].append(first)
        if item is self.last and not self.judge.faults:
            self.repeat()
        return result

    def repeat(self) -> None:
        """Repeat the calls of each function, up to the first remark, if a test has failed."""
        outcomes = {verdict.outcome for verdict in self.judge.verdicts.values()}
        submission = self.judge.submission
        for calls in self.calls.values():
            if outcomes != {Outcome.PASS} and not submission.remarks:
                with contextlib.suppress(Failure, SandboxError):
                    submission.remarks += filter(None, [remark_on(submission, calls)])


def remark_on(submission: Submission, calls: Sequence[RecordedCall]) -> str:
    """Return what is wrong with a function whose calls return other values when repeated.

    Empty if none does, or if the cause may be another, such as random numbers.
    """
    calls = [*calls, calls[0]]
    values = values_of(submission, calls)
    pairs = zip(calls, values, strict=False)
    first = sum(1 for _ in takewhile(lambda pair: is_same(pair[0].value, pair[1]), pairs))
    if first == len(values):
        return ""
    call = calls[first]
    alone = values_of(submission, [call, call])
    if len(alone) < 2 or not is_same(alone[0], call.value):
        return ""
    if not is_same(*alone):
        again = values_of(submission, [call, call])
        if len(again) < 2 or not (is_same(alone[0], again[0]) and is_same(alone[1], again[1])):
            return ""
        shown = _shown(*alone)
        return f"{call.text} returned {shown[0]}, and called again {shown[1]}: {WHY}"
    again = values_of(submission, calls[: first + 1])
    if len(again) <= first or not is_same(again[first], values[first]):
        return ""
    shown = _shown(call.value, values[first])
    return (
        f"{call.text} returned {shown[0]}, but {shown[1]} after other calls of"
        f" {call.function}: {WHY}"
    )


def values_of(submission: Submission, calls: Sequence[RecordedCall]) -> list[Any]:
    """Make calls in one fresh worker; return their values, up to the first call without one.

    Raises:
        Failure: the student's file cannot be loaded.
    """
    values: list[Any] = []
    worker = submission.worker_with(calls[0].file, 0)
    try:
        for call in calls:
            response = worker.ask(call.request.again())
            if response.kind is not ResponseKind.VALUE:
                break
            values.append(response.value)
    finally:
        worker.close()
    return values


def is_same(one: Any, other: Any) -> bool:
    """Compare values of a submission; what cannot be compared counts as the same."""
    try:
        return bool(one == other)
    except Exception:  # Comparing hostile values may raise.
        return True


def _shown(one: Any, other: Any) -> tuple[str, str]:
    """Render two values that differ; too long ones in words."""
    texts = render_short(one), render_short(other)
    return texts if texts[0] != texts[1] else ("one value", "another")
