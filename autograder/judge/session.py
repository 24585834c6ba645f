"""Grading one submission: its sandbox, and the pytest sessions that run the tests on it."""

from __future__ import annotations

import contextlib
import inspect
import shutil
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import signals
from autograder.assignment import KIT, Assignment, Case, Part
from autograder.judge.graded_report import report_on
from autograder.judge.importable import importable
from autograder.judge.libraries import libraries
from autograder.judge.sources import Sources
from autograder.report import GraderError, Report
from autograder.sandbox.backend import Backend, SandboxError, Settings
from autograder.sandbox.pool import SPARES, Sandbox
from autograder.sandbox.temporary_folders import temporary_folder

if TYPE_CHECKING:
    from autograder.judge.plugin import JudgePlugin
    from autograder.judge.submission import Submission
    from autograder.sandbox.protocol import Response


@dataclass(frozen=True)
class Progress:
    """Functions that are called during a grading.

    `begins` is called with the part whose tests run next. `known` is called with the report on the
    first parts each time that one more of them is complete; but not with hidden tests, which come
    after all public ones, nor after a test that has yet to be run on the reference.
    """

    begins: Callable[[Part], None]
    known: Callable[[Report], None] | None = None


@dataclass(frozen=True)
class ChosenTests:
    """The tests of an assignment to run on a submission, and how to run them.

    `parts` are those whose tests are collected (default: all), `secret` the cases for hidden tests,
    which run only if `hidden`. `lenient` compares outputs word by word. With `confined`, a
    submission that cannot be confined is refused. `backend` replaces the sandbox's own.
    """

    assignment: Assignment
    parts: Sequence[Part] = ()
    secret: Sequence[Case] = ()
    hidden: bool = True
    lenient: bool = False
    confined: bool = True
    backend: Callable[[Settings], Backend] | None = None

    @property
    def chosen_parts(self) -> Sequence[Part]:
        return self.parts or self.assignment.parts

    @property
    def folders(self) -> list[Path]:
        hidden = [self.assignment.hidden_tests] if self.hidden else []
        return [self.assignment.public_tests, *hidden]


@dataclass(frozen=True)
class GradingRequest:
    """A submission, and which of the collected tests to run on it.

    `box` has the student's files and the provided ones. `unusable` maps files of the student's that
    are not in it to the reason. `parts` are those to grade, of those whose tests are collected; by
    default all of these. With a `retry`, a part stops at its first timeout; that is the command
    that tries all of its tests, with {part} for the part. With `exit_first`, grading ends at the
    first failed test, and the report has only parts with results. With `hidden_first`, hidden tests
    come before public ones; only an author's own solutions may see that. One that is
    `expected_to_fail` soon gets the last tests first, since authors begin with what is obvious, and
    few workers ahead. Before all others come tests that share words of their names with
    `named_like`.
    """

    box: Path
    unusable: Mapping[str, str] = field(default_factory=dict)
    parts: Sequence[Part] = ()
    retry: str = ""
    exit_first: bool = False
    hidden_first: bool = False
    expected_to_fail: bool = False
    named_like: str = ""

    @property
    def most_ahead(self) -> int:
        """How many workers to start before the test that needs them, at most."""
        return 0 if self.expected_to_fail else SPARES


_Received = GradingRequest | Callable[[], GradingRequest]
"""What to grade, or a function that returns it; see `grade`."""


def grade(
    tests: ChosenTests,
    received: _Received,
    *,
    submission: str = "",
    progress: Progress | None = None,
    responses: dict[Case, Response] | None = None,
) -> Report:
    """Grade what was `received`; the report is called `submission`.

    If `received` is a function, it is called when the tests are collected. Processes forked in it
    share them. How a program has ended on each case is added to the `responses`, if they are asked
    for.

    A test that ends in an exception, and not in an assertion or an outcome of the sandbox, is run
    on the reference too, if the kit has one. If that does not pass, the test is at fault. If
    `confined`, the first test of each part that times out is, too.

    Raises:
        GraderError: the tests could not be run, or the reference times out in them, too.
        UnconfinedError: this machine cannot confine the submission, so nothing of it was run.
    """
    assignment, chosen = tests.assignment, tests.chosen_parts
    by_hand = () if tests.parts else assignment.by_hand
    complete: list[Part] = []

    def part_ends(plugin: JudgePlugin, name: str) -> None:
        complete.append(assignment.part(name))
        follow = progress.known if progress and not tests.hidden else None
        settled = not (plugin.doubtful and assignment.has_reference)
        in_order = complete == list(chosen[: len(complete)])
        if follow and settled and in_order and all(plugin.results(part.name) for part in complete):
            follow(report_on(plugin, submission, complete, by_hand, advised=False))

    begins = progress.begins if progress else None
    try:
        plugin = run_session(tests, received, begins=begins, ends=part_ends)
        if responses is not None:
            responses |= plugin.responses
        chosen = plugin.request.parts or chosen
        settle_on_reference(replace(tests, parts=chosen), plugin)
    except SandboxError as error:
        raise GraderError(str(error)) from None
    signals.check()
    if plugin.request.exit_first:
        chosen = [part for part in chosen if plugin.results(part.name)] or chosen
    return report_on(plugin, submission, chosen, by_hand, advised=tests.hidden)


def settle_on_reference(tests: ChosenTests, plugin: JudgePlugin) -> None:
    """Run on the reference the tests whose verdict depends on it, and settle their verdicts."""
    from autograder.judge.settling import settle, unsettled  # Late: it imports pytest.

    if not tests.assignment.has_reference:
        return
    if again := unsettled(plugin, confined=tests.confined):
        with signals.shielded(lambda: reference_box(tests.assignment)) as reference:
            second = run_session(tests, GradingRequest(reference), only=again)
        settle(plugin, second)


def run_session(
    tests: ChosenTests,
    received: _Received,
    *,
    only: Container[str] | None = None,
    begins: Callable[[Part], None] | None = None,
    ends: Callable[[JudgePlugin, str], None] | None = None,
) -> JudgePlugin:
    """Run the tests on a submission, or those with the node ids in `only`, in a sandbox of its own.

    `begins` and `ends` are called when a part's tests do so; see `grade` for functions.
    """
    with importable(tests.assignment), contextlib.ExitStack() as stack:

        def started(one: GradingRequest) -> Sandbox:
            return stack.enter_context(sandbox_of(tests, one))

        sandbox = None if callable(received) else started(received)
        # Imported late: meanwhile the zygote starts.
        from autograder.judge.plugin import JudgePlugin
        from autograder.judge.pytest_session import run_pytest

        def receive() -> tuple[GradingRequest, Submission]:
            if callable(received):
                inspect.getsource(run_session.__code__)  # It fills a cache: 20 ms in each fork.
            one = received() if callable(received) else received
            return one, submission_of(tests.assignment, sandbox or started(one), one)

        opened = receive() if sandbox else None
        plugin = JudgePlugin(tests, only)
        plugin.part_begins, plugin.part_ends = begins, ends
        run_pytest(tests.chosen_parts, tests.folders, plugin, lambda: opened or receive())
    return plugin


@contextlib.contextmanager
def sandbox_of(tests: ChosenTests, received: GradingRequest) -> Iterator[Sandbox]:
    """Start a sandbox with the worker that the first test needs."""
    limits, first = tests.assignment.limits, (received.parts or tests.chosen_parts)[0]
    with signals.shielded(lambda: start_sandbox(tests, received.box)) as sandbox:
        if first.file:
            sandbox.expect(Path(first.file).stem, limits.load_seconds)
        yield sandbox


def start_sandbox(tests: ChosenTests, box: Path) -> Sandbox:
    assignment = tests.assignment
    cases = {case.output.parent for case in tests.secret}
    return Sandbox(
        box,
        Path(assignment.types).stem,
        assignment.limits.memory_mib,
        secret=[KIT / "autograder", *assignment.secrets, *cases],
        libraries=libraries(),
        required=tests.confined,
        backend=tests.backend,
    )


def submission_of(assignment: Assignment, sandbox: Sandbox, received: GradingRequest) -> Submission:
    from autograder.judge.submission import Submission, unusable_files

    _ = sandbox.confinement  # Raises an error if confinement is required and missing.
    sources = Sources.of(received.box, assignment.files, assignment.provided)
    return Submission(assignment, sandbox, sources, unusable_files(received.unusable))


@contextlib.contextmanager
def reference_box(assignment: Assignment) -> Iterator[Path]:
    """Make a box of the reference and the provided files."""
    with temporary_folder() as folder:
        box = Path(folder).resolve()
        for name in assignment.provided:
            shutil.copyfile(assignment.starter / name, box / name)
        for name in assignment.files:
            shutil.copyfile(assignment.reference / name, box / name)
        yield box
