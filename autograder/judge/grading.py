"""Grading one submission: its sandbox, the pytest sessions that run its tests, and its report."""

from __future__ import annotations

import contextlib
import inspect
import shutil
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import signals
from autograder.assignment import KIT, Assignment, Part, Rubric
from autograder.judge.importable import importable, libraries
from autograder.judge.python_source import is_test_name
from autograder.judge.request import ChosenTests, GradingRequest, Returned
from autograder.judge.sources import Sources
from autograder.report import (
    ByHand,
    Detail,
    GraderError,
    Kind,
    Outcome,
    PartResult,
    Report,
    TestResult,
    read_as,
)
from autograder.safetext import printable_line
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.temporary_folders import temporary_folder

if TYPE_CHECKING:
    from autograder.judge.calls import Invocation
    from autograder.judge.plugin import JudgePlugin
    from autograder.judge.submission import Submission


SECRET = ("autograder", "reference", "inputs", "expected")
"""Folders of a kit that no worker may read, those of other assignments included."""
_Received = GradingRequest | Callable[[], GradingRequest]
"""What to grade, or a function that returns it; see `grade`."""


def grade(
    tests: ChosenTests,
    received: _Received,
    *,
    submission: str = "",
    begins: Callable[[Part, str], None] | None = None,
) -> Report:
    """Grade what was `received`; the report is called `submission`.

    If `received` is a function, it is called when the tests are collected. Processes forked in it
    share them. `begins` is called with each part whose tests run next.

    A test that ends in an exception, and not in an assertion or an outcome of the sandbox, is run
    on the reference too, if the kit has one. If that does not pass, the test is at fault. If
    `confined`, the first test of each part that times out is, too.

    Raises:
        GraderError: the tests could not be run, or the reference times out in them, too.
        UnconfinedError: this machine cannot confine the submission, so nothing of it was run.
    """
    assignment = tests.assignment
    try:
        plugin = run_session(tests, received, begins=begins)
        chosen = plugin.request.parts or tests.chosen_parts
        settle_on_reference(replace(tests, parts=chosen), plugin)
    except SandboxError as error:
        raise GraderError(str(error)) from None
    signals.check()
    if plugin.request.exit_first or plugin.request.tolerant:
        chosen = [part for part in chosen if plugin.results(part.name)] or chosen
    return report_on(plugin, submission, chosen, () if tests.parts else assignment.by_hand)


def settle_on_reference(tests: ChosenTests, plugin: JudgePlugin) -> None:
    """Run on the reference the tests whose verdicts depend on it, if there is one.

    They are the doubtful ones: what fails there, too, costs nothing. If the grading counts (is
    `confined`), they are also the first of each part that timed out: the machine may be too slow.
    And they are those that rely on what a returned object does: there, the same calls have to
    return objects, or it may only claim to be what the test expects.

    Raises:
        GraderError: it was not tried, or it timed out, so that no timeout says anything.
    """
    from autograder.judge.verdict import Verdict  # As late as pytest.

    assignment, doubtful, known = tests.assignment, plugin.doubtful, plugin.request.returned
    timeouts = [each[0] for each in plugin.timeouts.values() if each and tests.confined]
    only = {*doubtful, *timeouts, *plugin.relying.keys() - known.keys()}
    if not assignment.has_reference or not (only or plugin.relying):
        return
    second = None
    if only:
        with reference_box(assignment) as reference:
            second = run_session(tests, GradingRequest(reference), only=only)
        passed = (t for t, each in second.verdicts.items() if each.outcome is Outcome.PASS)
        known.update((test, frozenset(second.returned[test])) for test in passed)
    every = frozenset[tuple[str, str]]().union(*known.values())  # Tests may share a fixture.
    for test in plugin.relying.keys() & known.keys():
        if detail := unlike_reference(plugin.relying[test], every):
            plugin.verdicts[test] = Verdict(Outcome.WRONG, detail)
    if second is None:
        return
    for test, fault in doubtful.items():
        if test not in second.tests:
            raise GraderError(f"{test}: it could not be run on the reference")
        verdict = second.verdicts.get(test)
        if verdict is None or verdict.outcome is not Outcome.PASS:
            plugin.verdicts[test] = fault
    for test in timeouts:
        verdict = second.verdicts.get(test)
        if verdict and verdict.outcome is Outcome.TIMED_OUT and verdict.detail:
            says = f"the reference times out, too: {verdict.detail.message}"
            remedy = assignment.command("limits", "--measure")
            raise GraderError(f"{test}: {says}; {remedy} for this machine, or raise [limits]")


def unlike_reference(
    returned: Mapping[tuple[str, str], Invocation], known: Returned
) -> Detail | None:
    """Return what is wrong if a call returned an object of a class of which it should not."""
    for (called, name), invocation in returned.items():
        if (called, name) not in known:
            others = [f"a {other} object" for what, other in sorted(known) if what == called]
            expected = " or ".join(others) or "plain data"
            fact = f"returned a {printable_line(name)} object instead of {expected}"
            return invocation.detail(Kind.RETURNED, fact)
    return None


def run_session(
    tests: ChosenTests,
    received: _Received,
    *,
    only: Container[str] | None = None,
    begins: Callable[[Part, str], None] | None = None,
) -> JudgePlugin:
    """Run the tests on a submission, or those with the node ids in `only`, in a sandbox of its own.

    See `grade` for functions.
    """
    with importable(tests.assignment), contextlib.ExitStack() as stack:

        def started(request: GradingRequest) -> Sandbox:
            return stack.enter_context(sandbox_of(tests, request))

        sandbox = None if callable(received) else started(received)
        # Imported late: meanwhile the zygote starts.
        import pytest

        from autograder.judge.modules.folder import FOLDER_OF_TESTS
        from autograder.judge.plugin import JudgePlugin
        from autograder.judge.pytest_run import run_pytest

        def receive() -> tuple[GradingRequest, Submission]:
            if callable(received):
                inspect.getsource(run_session.__code__)  # It fills a cache: 20 ms in each fork.
            request = received() if callable(received) else received
            own = stack.enter_context(temporary_folder())
            stack.enter_context(pytest.MonkeyPatch.context()).setenv(FOLDER_OF_TESTS, own)
            return request, submission_of(tests.assignment, sandbox or started(request), request)

        plugin = JudgePlugin(tests, receive, only, begins)
        run_pytest(plugin)
    return plugin


@contextlib.contextmanager
def sandbox_of(tests: ChosenTests, request: GradingRequest) -> Iterator[Sandbox]:
    """Start a sandbox with the worker that the first test needs."""
    assignment, first = tests.assignment, (request.parts or tests.chosen_parts)[0]
    cases = {case.output.parent for case in tests.secret}
    with Sandbox(
        request.box,
        Path(assignment.types).stem,
        assignment.limits.memory_mib,
        secret=[KIT / "autograder", *(assignment.kit / name for name in SECRET), *cases],
        libraries=libraries(),
        required=tests.confined,
        hash_seed=request.hash_seed,
    ) as sandbox:
        sandbox.time_spent.measure = tests.measure
        if first.file:
            sandbox.prefork(Path(first.file).stem, assignment.limits.load_seconds)
        yield sandbox


def submission_of(assignment: Assignment, sandbox: Sandbox, request: GradingRequest) -> Submission:
    from autograder.judge.forbidden import forbidden_uses
    from autograder.judge.submission import Submission, UnusableFile

    _ = sandbox.confinement  # Raises an error if confinement is required and missing.
    sources = Sources.of(request.box, assignment.files, assignment.provided)
    # Workers name the files in the jail's copy.
    sources = replace(sources, box=Path(sandbox.box), ungraded=request.ungraded)
    unusable = {
        file: UnusableFile(Detail(Kind.NOT_LOADED, fact=why, common=f"{file} cannot be used"))
        for file, why in request.unusable.items()
    }
    about = assignment, sandbox, sources, unusable
    submission = Submission(*about, records=request.records)
    submission.remarks += starmap(read_as, request.renamed.items())
    submission.remarks += replaced_tests(sources)
    forbidden = forbidden_uses(assignment, sources)
    if assignment.forbidden_costs == "nothing":
        submission.remarks += [use.message for use in forbidden.values()]
    else:
        submission.forbidden = forbidden
    return submission


def replaced_tests(sources: Sources) -> Iterator[str]:
    """Yield a remark for each test of the student's that a later one of its name replaces."""
    for file, python in sources.own_python:
        for name, lines in python.redefined.items():
            if is_test_name(name):
                twice = f"{name} is defined in line {lines[0]} and again in line {lines[-1]}"
                yield f"{file}: {twice}: only the last one runs; rename one"


@contextlib.contextmanager
def reference_box(assignment: Assignment) -> Iterator[Path]:
    """Make a box of the reference and the provided files."""
    with temporary_folder() as folder:
        box = Path(folder).resolve()
        for name in assignment.provided:
            (box / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(assignment.starter / name, box / name)
        for name in assignment.files:
            shutil.copyfile(assignment.reference / name, box / name)
        yield box


def report_on(
    plugin: JudgePlugin,
    submission: str,
    parts: Sequence[Part],
    by_hand: Sequence[Rubric],
) -> Report:
    graded, provisional = plugin.submission, plugin.provisional_parts()
    return Report(
        assignment=graded.assignment.name,
        submission=printable_line(submission),
        parts=tuple(
            part_result(part, plugin.results(part.name), part.name in provisional) for part in parts
        ),
        by_hand=tuple(ByHand(item.name, item.points, item.says) for item in by_hand),
        problems=(
            *dict.fromkeys(fault.problem for fault in graded.unusable.values()),
            *plugin.suites.too_strict.values(),
            *graded.remarks,
        ),
        confinement=graded.sandbox.confinement,
    )


def part_result(part: Part, tests: Sequence[TestResult], is_provisional: bool) -> PartResult:
    if not tests:
        raise GraderError(f"the part {part.name} has no tests, or all are skipped")
    return PartResult(
        part.name,
        part.title,
        part.points,
        tuple(tests),
        part.all_or_nothing,
        hint=next(iter(part.all_hints), ""),
        needs=part.needs or (),
        is_provisional=is_provisional,
    )
