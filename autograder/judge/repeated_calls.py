"""Find functions that keep something between calls, which tests in fresh workers do not show.

Once the public tests have ended, and if some failed, the first calls of the tests are made again,
all in one worker. A value differs if a call has changed a variable outside the function, or a
default value. Then the calls of this function alone are made, again in one worker, since another
function may have the task to change a variable. The only consequence is a remark in the report,
unless the assignment says `repeated_calls = "points"`: then the calls are made again at the end of
each part, and a test fails if its call returns a different value.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import pytest

from autograder.judge.failure import Failure
from autograder.judge.invocation import RecordedCall
from autograder.judge.items import exchange_of
from autograder.judge.render.values import render_short
from autograder.judge.submission import Submission
from autograder.judge.verdict import Verdict
from autograder.report import Detail, Outcome
from autograder.sandbox.protocol import ResponseKind

if TYPE_CHECKING:
    from autograder.judge.plugin import JudgePlugin

MAX_REPEATED = 8
"""The number of calls of each function that are repeated."""
MATCHING_RUNS = 4
"""How often a difference has to recur, to rule out random numbers."""
WHY = (
    "does a variable outside the function, or a default value such as found=[], keep something"
    " between calls? Most tests do not show it: each starts afresh."
)


@dataclass(frozen=True)
class ChangedValue:
    """A call that returned another value when it was made again, and the remark on it."""

    call: RecordedCall
    remark: str


class RepeatedCalls:
    """A pytest plugin that adds to the submission's remarks, or fails tests if that is demanded.

    `judge` has the verdicts. `calls` has the first calls of the public tests by file and function,
    `of_part` those in the tests of the part that is running, with the test's node id.
    """

    def __init__(self, judge: JudgePlugin) -> None:
        self.judge = judge
        self.last: pytest.Item | None = None
        self.calls: dict[tuple[str, str], list[RecordedCall]] = defaultdict(list)
        self.of_part: list[tuple[str, RecordedCall]] = []
        self.has_failed_one = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        public = [item for item in session.items if not self.judge.is_hidden(item.path)]
        self.last = public[-1] if public and self.judge.only is None else None

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Repeat calls before the first hidden test: a submission could return what it asks."""
        result = yield
        if self.last is None or self.judge.is_hidden(item.path) or self.judge.faults:
            return result
        if first := exchange_of(item).first:
            self.of_part.append((item.nodeid, first))
            same = self.calls[first.file, first.invocation.subject]
            if len(same) < MAX_REPEATED:
                same.append(first)
        if nextitem is None or nextitem.path != item.path:
            if self.judge.assignment.repeated_calls == "points":
                self.fail_tests()
            self.of_part.clear()
        if item is self.last and not self.has_failed_one:
            self.repeat()
        return result

    def fail_tests(self) -> None:
        """Fail, for each function that the part's tests call, the test that shows the fault."""
        verdicts = self.judge.verdicts
        functions: dict[tuple[str, str], list[tuple[str, RecordedCall]]] = defaultdict(list)
        for test, call in self.of_part:
            functions[call.file, call.invocation.subject].append((test, call))
        submission = self.judge.submission.isolated()
        for tests in functions.values():
            calls = [call for _, call in tests[:MAX_REPEATED]]
            with contextlib.suppress(Failure, Exception):  # Hostile values may raise, too.
                if not (found := changed_value(submission, calls)):
                    continue
                test = next(test for test, call in tests if call is found.call)
                if test in verdicts and verdicts[test].outcome is Outcome.PASS:
                    verdicts[test] = Verdict(Outcome.WRONG, Detail(found.remark))
                    self.has_failed_one = True

    def repeat(self) -> None:
        """Repeat the calls, if a test has failed, and remark on the first faulty function."""
        outcomes = {verdict.outcome for verdict in self.judge.verdicts.values()}
        if outcomes == {Outcome.PASS}:
            return
        submission = self.judge.submission.isolated()  # Its file may fail to load this time.
        with contextlib.suppress(Failure, Exception):  # Hostile values may raise, too.
            functions = suspects(submission, list(self.calls.values()))
            found = filter(None, (changed_value(submission, calls) for calls in functions))
            if first := next(found, None):
                submission.remarks.append(first.remark)


def suspects(
    submission: Submission, functions: Sequence[Sequence[RecordedCall]]
) -> Iterator[Sequence[RecordedCall]]:
    """Yield the calls of the functions that return another value when all are called."""
    for file in dict.fromkeys(calls[0].file for calls in functions):
        own = [calls for calls in functions if calls[0].file == file]
        every = [call for calls in own for call in (*calls, calls[0])]
        values = values_of(submission, every)
        found = {
            call.invocation.subject
            for i, call in enumerate(every)
            if i >= len(values) or not is_same(call.value, values[i])
        }
        yield from (calls for calls in own if calls[0].invocation.subject in found)


def changed_value(submission: Submission, calls: Sequence[RecordedCall]) -> ChangedValue | None:
    """Return the first call of a function that returns another value when the calls are repeated.

    None if there is none, or if the cause may be different, such as random numbers.
    """
    calls = [*calls, calls[0]]
    values = values_of(submission, calls)
    pairs = zip(calls, values, strict=False)
    first = sum(1 for _ in takewhile(lambda pair: is_same(pair[0].value, pair[1]), pairs))
    if first == len(values):
        return None
    call = calls[first]
    ways = (
        ("when called again", [call, call]),
        (f"after other calls of {call.invocation.subject}", calls[: first + 1]),
    )
    for when, repeated in ways:
        runs = [values_of(submission, repeated) for _ in range(MATCHING_RUNS)]
        if not all(
            len(run) == len(repeated) and is_same(run[0], repeated[0].value) for run in runs
        ):
            return None
        again = runs[0][-1]
        if not all(is_same(again, run[-1]) for run in runs):
            return None
        if not is_same(again, call.value):
            alone, changed = _shown(call.value, again)
            says = f"{call.invocation.call} returned {alone}, but {changed} {when}: {WHY}"
            return ChangedValue(call, says)
    return None


def values_of(submission: Submission, calls: Sequence[RecordedCall]) -> list[Any]:
    """Make calls in one fresh worker; return their values, up to the first call without one.

    Raises:
        Failure: the student's file cannot be loaded.
    """
    values: list[Any] = []
    worker, _ = submission.worker_with(calls[0].file, 0)
    try:
        for call in calls:
            response = worker.again(call.request)
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
