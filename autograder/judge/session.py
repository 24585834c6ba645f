"""Grading one submission: the pytest session and the report made from it."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.assignment import KIT, Assignment, Case, Part, Rubric
from autograder.judge.sources import Sources
from autograder.judge.style_hints import advise
from autograder.report import (
    ByHand,
    Detail,
    GraderError,
    PartResult,
    Report,
    TestResult,
)
from autograder.safetext import MAX_PRINTABLE, printable_line
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.pool import Sandbox

PLUGINS = ("pytest_timeout", "pytest_jsonreport.plugin", "pytest_metadata.plugin")
DISABLED_PLUGINS = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "logging", "pastebin"),
    *("recwarn", "setuponly", "setupplan", "stepwise", "subtests", "threadexception", "unittest"),
    *("unraisableexception", "warnings"),
)
IMPORTABLE = (
    *("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments", "colorama"),
)
"""Packages that a submission may import: pytest and its dependencies."""
OMITTED_FIELDS = ("collectors", "log", "traceback", "streams", "warnings", "keywords")
CONFIGURATION = Path(__file__).with_name("pytest.ini")
BACKSTOP_SECONDS = 60


def grade(
    assignment: Assignment,
    box: Path,
    *,
    submission: str,
    unusable: Mapping[str, str],
    secret: Sequence[Case] = (),
    parts: Sequence[Part] = (),
    hidden: bool = True,
    lenient: bool = False,
    confined: bool = True,
) -> Report:
    """Grade the files in `box`: the student's and the provided ones.

    `unusable` maps files of the student's that are not in the box to the reason. `parts` are the
    parts to grade (default: all), `secret` the cases for hidden tests, which run only if `hidden`.
    `lenient` compares outputs word by word. With `confined`, a submission that cannot be confined
    is refused.

    Raises:
        GraderError: the tests could not be run.
        UnconfinedError: this machine cannot confine the submission, so nothing of it was run.
    """
    selected = bool(parts)
    parts = parts or assignment.parts
    module = Path(assignment.types).stem
    secrets = [KIT / "autograder", *assignment.secrets, *{case.output.parent for case in secret}]
    memory = assignment.limits.memory_mib
    options: dict[str, Any] = {"secret": secrets, "libraries": libraries(), "required": confined}
    try:
        with importable(assignment), Sandbox(box, module, memory, **options) as sandbox:
            if parts[0].file:
                sandbox.expect(Path(parts[0].file).stem, assignment.limits.call_seconds)
            # Imported late: the fork server starts meanwhile.
            from autograder.judge.plugin import JudgePlugin
            from autograder.judge.submission import Submission, UnusableFile

            confinement = sandbox.confinement
            sources = Sources.of(box, assignment.files, assignment.provided)
            faults = {
                file: UnusableFile(Detail(printable_line(reason, MAX_PRINTABLE)))
                for file, reason in unusable.items()
            }
            graded = Submission(assignment, sandbox, sources, faults)
            by_hand = rubric_items(() if selected else assignment.by_hand, sources, advised=hidden)
            plugin = JudgePlugin(graded, list(secret), lenient)
            run_pytest(assignment, parts, hidden, plugin)
            faulty = [fault.detail.message for fault in graded.unusable.values()]
    except SandboxError as error:
        raise GraderError(str(error)) from None
    return Report(
        assignment=assignment.name,
        submission=printable_line(submission),
        parts=tuple(part_result(part, plugin.results(part.name)) for part in parts),
        by_hand=by_hand,
        problems=(*faulty, *plugin.suites.problems),
        notes=plugin.suites.notes,
        confinement=confinement,
    )


def rubric_items(items: Sequence[Rubric], sources: Sources, *, advised: bool) -> tuple[ByHand, ...]:
    """Return the rubric items, with style hints for those that ask for them."""
    files = {name: text for name, text in sources.texts.items() if name in sources.own}
    advice = advise(files) if advised and any(item.advice for item in items) else ""
    return tuple(
        ByHand(item.name, item.points, item.says, advice if item.advice else "") for item in items
    )


def libraries() -> dict[str, str]:
    """Return the first file of each installed package that submissions may import."""
    specs = {name: importlib.util.find_spec(name) for name in IMPORTABLE}
    return {name: spec.origin for name, spec in specs.items() if spec and spec.origin}


@contextlib.contextmanager
def importable(assignment: Assignment) -> Iterator[None]:
    """Make the provided files and the modules next to the tests importable; unload them at exit."""
    folders = [str(assignment.starter), str(assignment.folder)]
    before = set(sys.modules)
    sys.path[:0] = folders
    try:
        yield
    finally:
        for folder in folders:
            sys.path.remove(folder)
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(tuple(folders)):
                del sys.modules[name]


def run_pytest(assignment: Assignment, parts: Sequence[Part], hidden: bool, plugin: Any) -> None:
    """Run all public tests, then all hidden ones.

    In the other order, a submission could save what a hidden test asked, in a file for instance,
    and print it in a public test.
    """
    import pytest

    folders = [assignment.public_tests, *([assignment.hidden_tests] if hidden else [])]
    files = [folder / f"test_{part.name}.py" for folder in folders for part in parts]
    limits = assignment.limits
    backstop = BACKSTOP_SECONDS + 10 * max(limits.call_seconds, limits.program_seconds)
    options = [
        *("-c", str(CONFIGURATION), "--rootdir", str(assignment.folder), "-q"),
        *("--import-mode", "importlib", "--disable-plugin-autoload", "--capture", "no"),
        *(argument for name in PLUGINS for argument in ("-p", name)),
        *(argument for name in DISABLED_PLUGINS for argument in ("-p", f"no:{name}")),
        *("--json-report", "--json-report-file", "none", "--json-report-omit", *OMITTED_FIELDS),
        *("--timeout", f"{backstop:g}"),
    ]
    for variable in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "CI", "BUILD_NUMBER"):
        os.environ.pop(variable, None)
    gc.freeze()  # Not scanning what is already loaded saves a tenth of a session.
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = pytest.main([*options, *(str(f) for f in files if f.is_file())], [plugin])
    if status == pytest.ExitCode.INTERRUPTED and not plugin.faults:
        raise KeyboardInterrupt
    if plugin.faults or status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise GraderError("\n".join(plugin.faults) or output.getvalue().strip())


def part_result(part: Part, tests: Sequence[TestResult]) -> PartResult:
    if not tests:
        raise GraderError(f"the part {part.name} has no tests")
    return PartResult(
        part.name, part.title, part.points, tuple(tests), part.all_or_nothing, part.hint
    )
