"""A test's request to the submission, and the response."""

from __future__ import annotations

import contextlib
import copy
import gc
import marshal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from autograder.report import Detail, Kind
from autograder.sandbox.messages import Request, Response
from autograder.sandbox.values import Parts

if TYPE_CHECKING:
    from autograder.judge.recorded_lines import LineNote
    from autograder.sandbox.client import Worker

LARGE = 1 << 16
MAX_RECENT = 8
SMALL_RESPONSE = 1 << 12
SMALL_REQUEST = 6500
"""Marshalled: about 4 KiB as JSON."""
MAX_REQUESTS = 20_000
MAX_RECEIVED = 32 << 20
"""Of one test. It may make a request for each object of a list that the submission returned, or
follow a linked list, which may be a ring."""
VALUES_PER_BYTE = 8
"""What a submission passes to the test's functions counts for more: the test may keep all of it."""


@dataclass(eq=False)
class Invocation:
    """A request as the report shows it.

    `subject` is the function, program or command, `parameters` are those that the function should
    have, if they are known. `passed` are the names of a call's arguments, `read` returns these. For
    them, `render` returns how it was called, and by name those that are too large to stand in that.
    `name` is that of the function, the method or the attribute, with its class, `case` that of a
    program's case. `record` makes the request again, and returns notes on the values that lines
    had. What it `returned` is kept marshalled, if it is small plain data that a test may change.
    """

    subject: str
    render: Callable[[Sequence[object]], tuple[str, dict[str, str]]] = lambda _: ("", {})
    parameters: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    read: Callable[[], Sequence[object]] = tuple
    name: str = ""
    case: str = ""
    record: Callable[[], Sequence[LineNote]] = tuple
    returned: bytes = b""

    def as_returned(self, value: Any) -> Any:
        """Return a value as the call has returned it: the test may have changed it since."""
        return marshal.loads(self.returned) if self.returned else value

    @cached_property
    def notes(self) -> Sequence[LineNote]:
        """The values that lines of the student's functions had; empty if they are not known."""
        return self.record()

    @cached_property
    def rendered(self) -> tuple[str, dict[str, str]]:
        """The call and its large arguments, only when they are needed: it may take longer."""
        return self.render(self.read())

    @property
    def call(self) -> str:
        return self.rendered[0]

    @property
    def arguments(self) -> dict[str, str]:
        return self.rendered[1]

    @property
    def given(self) -> dict[str, Any]:
        """The arguments by name, as they were before the call, if they are known."""
        return dict(zip(self.passed, self.read(), strict=False))

    def keep(self, worker: Worker | None) -> None:
        """Keep what was sent to the worker instead of the arguments, which the test may change.

        Where that would not be rendered alike, or is large, the call is rendered now.
        """
        if worker is None or not worker.sent_copies or len(worker.latest.packet) >= LARGE:
            _ = self.rendered
            self.read = tuple
            return
        request, codec, count = worker.latest, worker.codec, len(self.passed)

        def sent() -> Sequence[object]:
            values: Sequence[object] = codec.decode(request.parameters()["arguments"], Parts())
            return values[len(values) - count :]

        self.read = sent

    def detail(self, kind: Kind, fact: str, cause: str = "", **more: Any) -> Detail:
        """Return a fact about it, with the call and its large arguments."""
        about = {"subject": self.subject, "case": self.case, **more}
        return Detail(
            kind, fact=fact, cause=cause, call=self.call, arguments=self.arguments, **about
        )


@dataclass(frozen=True)
class SentCall:
    """A call of a function in the student's `file`, as it was sent, and its value."""

    file: str
    invocation: Invocation
    request: Request
    value: Any


@dataclass
class CallLog:
    """A test's latest request to the submission, and the response once there is one.

    A failure before the submission was asked for anything (`submission_ran`) is the grader's fault.
    `hint` is a line that the test adds to the report if it fails. `explanation` is the detail on an
    exception that the submission raised, in case the test expects it and fails later. `changeable`
    are the latest call's arguments by name, if it may change them, `changed` those that it has
    changed, `written` the texts of the files that it has written, by name. `answers` counts the
    responses, `received` their bytes. `recent` are the latest requests with the values returned, if
    not large. `first` is the first request of a worker, if it is a call of a function with small
    arguments and a small value. `raised` is what a function of the test's has raised in a call,
    with a sentence about it. `change` says which argument a call has changed that may not.
    `printed` is what the calls have printed, which the test sees only if it `is_captured`. A spare
    worker starts meanwhile if the test `starts_spare`. When the test `is_over`, its values are only
    shown, and no operation on them reaches the submission. `returned` says which calls have
    returned objects, and of which class, `relied` the same of objects that the test has used where
    it might have got plain data, each with the first of these calls.
    """

    invocation: Invocation = field(default_factory=lambda: Invocation(""))
    response: Response | None = None
    max_requests: int | None = None
    submission_ran: bool = False
    hint: str = ""
    explanation: Detail | None = None
    changeable: dict[str, Any] = field(default_factory=dict)
    changed: Sequence[str] = ()
    written: Mapping[str, str] = field(default_factory=dict)
    received: int = 0
    answers: int = 0
    starts_spare: bool = False
    is_over: bool = False
    recent: list[tuple[Invocation, Any]] = field(default_factory=list)
    first: SentCall | None = None
    change: Detail | None = None
    raised: tuple[BaseException, str] | None = None
    printed: str = ""
    is_captured: bool = False
    returned: set[tuple[str, str]] = field(default_factory=set)
    relied: dict[tuple[str, str], Invocation] = field(default_factory=dict)

    def begin(self, invocation: Invocation) -> None:
        self.invocation, self.submission_ran = invocation, True
        self.response, self.hint, self.explanation = None, "", None
        self.changeable, self.changed, self.written = {}, (), {}

    def answer(self, response: Response) -> None:
        self.response = response
        self.printed += response.printed
        if response.size < LARGE:
            self.recent = [*self.recent[1 - MAX_RECENT :], (self.invocation, response.value)]
        self.count(response.size)

    def count(self, size: int) -> None:
        self.received += size
        self.answers += 1

    def limit_exceeded(self) -> str:
        """Return how the answers in this test exceed a limit, or an empty string."""
        if self.received > MAX_RECEIVED:
            return f"returned more than {MAX_RECEIVED >> 20} MiB in one test"
        if self.answers > (most := self.max_requests or MAX_REQUESTS):
            return f"are more than {most:,} in one test: does something never end?"
        return ""

    def keep_value(self, response: Response) -> None:
        """Keep a copy of what the latest call has returned, with the changes that it has made."""
        is_kept = type(response.value) in (list, dict, set) and response.size < LARGE
        with contextlib.suppress(ValueError):  # It holds more than plain data.
            self.invocation.returned = marshal.dumps(response.value) if is_kept else b""

    def record(self, file: str, request: Request) -> None:
        """Record the test's first call, which has returned a value."""
        response = self.response
        if response and len(request.packet) < SMALL_REQUEST and response.size < SMALL_RESPONSE:
            with contextlib.suppress(TypeError):  # The keys of a dict, for one, cannot be copied.
                value = copy.deepcopy(response.value)  # The test may change it.
                self.first = SentCall(file, self.invocation, request, value)

    def release_values(self) -> None:
        """Free the values of a test that has its verdict.

        A failed test leaves them in a cycle of its exception and frames. Python looks for cycles by
        the number of objects, not by their size, so a few large values would stay.
        """
        self.response = self.first = self.change = self.raised = None
        self.printed = ""
        self.changeable.clear()
        self.invocation = Invocation(self.invocation.subject)
        self.recent.clear()
        if self.received > LARGE:
            gc.collect()
