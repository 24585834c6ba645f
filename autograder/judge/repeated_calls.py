"""Functions that keep something between calls: most tests do not show it in their fresh workers.

Once the public tests have ended, and if some failed, the first calls of the tests are made again,
all in one worker. A value differs if a call has changed a variable outside of the function, or a
default value. Then the calls of this function alone are made, again in one worker, since another
function may have the task to change a variable. Nothing depends on it but a remark in the report.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import pytest

from autograder.judge.failure import Failure
from autograder.judge.invocation import RecordedCall
from autograder.judge.items import exchange_of
from autograder.judge.render import render_short
from autograder.judge.submission import Submission
from autograder.report import Outcome
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
        self.calls: dict[tuple[str, str], list[RecordedCall]] = defaultdict(list)

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
            same = self.calls[first.file, first.function] if first else []
            if first and len(same) < MAX_REPEATED:
                same.append(first)
        if item is self.last and not self.judge.faults:
            self.repeat()
        return result

    def repeat(self) -> None:
        """Repeat the calls, if a test has failed, and remark on the first faulty function."""
        outcomes = {verdict.outcome for verdict in self.judge.verdicts.values()}
        if outcomes == {Outcome.PASS}:
            return
        submission = self.judge.submission.isolated()  # Should its file not be loaded this time.
        with contextlib.suppress(Failure, Exception):  # Hostile values may raise, too.
            found = suspects(submission, list(self.calls.values()))
            remarks = (remark_on(submission, calls) for calls in found)
            submission.remarks += filter(None, [next(filter(None, remarks), "")])


def suspects(
    submission: Submission, functions: Sequence[Sequence[RecordedCall]]
) -> Iterator[Sequence[RecordedCall]]:
    """Yield the calls of the functions that return another value when all are called."""
    for file in dict.fromkeys(calls[0].file for calls in functions):
        own = [calls for calls in functions if calls[0].file == file]
        every = [call for calls in own for call in (*calls, calls[0])]
        values = values_of(submission, every)
        found = {
            call.function
            for i, call in enumerate(every)
            if i >= len(values) or not is_same(call.value, values[i])
        }
        yield from (calls for calls in own if calls[0].function in found)


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
    ways = (
        ("and called again ", "", [call, call]),
        ("but ", f" after other calls of {call.function}", calls[: first + 1]),
    )
    for before, after, repeated in ways:
        runs = [values_of(submission, repeated) for _ in range(2)]
        if not all(
            len(run) == len(repeated) and is_same(run[0], repeated[0].value) for run in runs
        ):
            return ""
        one, other = runs[0][-1], runs[1][-1]
        if not is_same(one, other):
            return ""
        if not is_same(one, call.value):
            alone, changed = _shown(call.value, one)
            return f"{call.text} returned {alone}, {before}{changed}{after}: {WHY}"
    return ""


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
