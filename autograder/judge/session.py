"""One submission, graded: the pytest session and the report made of its record."""

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
from autograder.judge.failure import Sources
from autograder.judge.style_hints import advise
from autograder.report import (
    ByHand,
    Detail,
    GraderError,
    Outcome,
    PartResult,
    Place,
    Report,
    TestResult,
)
from autograder.safetext import MAX_TEXT, printable_line
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.pool import Sandbox

PLUGINS = ("pytest_timeout", "pytest_jsonreport.plugin", "pytest_metadata.plugin")
UNUSED = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "logging", "pastebin"),
    *("recwarn", "setuponly", "setupplan", "stepwise", "subtests", "threadexception", "unittest"),
    *("unraisableexception", "warnings"),
)
OF_STUDENTS = (
    *("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments", "colorama"),
)
"""What a submission may import besides its own files: pytest, and what that imports."""
OMITTED = ("collectors", "log", "traceback", "streams", "warnings", "keywords")
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
    """Grade the files in `box`: the student's, and beside them the provided ones.

    `unusable` are the student's files that are not there, and why. `parts` are what to grade (all,
    if none is named), `secret` the cases for hidden tests, which are left out without `hidden`.
    `lenient` compares outputs by words. What cannot be `confined` is refused, unless that is False.

    Raises:
        GraderError: the tests could not be run.
        UnconfinedError: nothing here could hold the submission back, so nothing of it was run.
    """
    alone = bool(parts)
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
            from autograder.judge.fixtures.student import Submission
            from autograder.judge.plugin import JudgePlugin

            confinement = sandbox.confinement
            sources = Sources.of(box, assignment.files, assignment.provided)
            graded = Submission(assignment, sandbox, sources)
            graded.unusable |= {
                file: Detail(printable_line(why, MAX_TEXT)) for file, why in unusable.items()
            }
            by_hand = rubric_items(() if alone else assignment.by_hand, sources, advised=hidden)
            plugin = JudgePlugin(graded, list(secret), lenient)
            run_pytest(assignment, parts, hidden, plugin)
            problems = tuple(why.message for why in graded.known_unusable.values())
    except SandboxError as error:
        raise GraderError(str(error)) from None
    return Report(
        assignment=assignment.name,
        submission=printable_line(submission),
        parts=tuple(part_result(part, plugin.tests) for part in parts),
        by_hand=by_hand,
        problems=problems,
        confinement=confinement,
    )


def rubric_items(items: Sequence[Rubric], sources: Sources, *, advised: bool) -> tuple[ByHand, ...]:
    """What a person marks, with advice where the assignment wants some."""
    own = {name: text for name, text in sources.texts.items() if name in sources.own}
    advice = advise(own) if advised and any(item.advice for item in items) else ""
    return tuple(
        ByHand(item.name, item.points, item.says, advice if item.advice else "") for item in items
    )


def libraries() -> dict[str, str]:
    """The first file of each package that submissions may import, of those that are installed."""
    found = {name: importlib.util.find_spec(name) for name in OF_STUDENTS}
    return {name: spec.origin for name, spec in found.items() if spec and spec.origin}


@contextlib.contextmanager
def importable(assignment: Assignment) -> Iterator[None]:
    """Let tests import the provided files and modules beside the tests; forget them afterwards."""
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

    The other way round, a submission could put away what a hidden test asked, in a file say, and
    tell it where a student sees it.
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
        *(argument for name in UNUSED for argument in ("-p", f"no:{name}")),
        *("--json-report", "--json-report-file", "none", "--json-report-omit", *OMITTED),
        *("--timeout", f"{backstop:g}"),
    ]
    for variable in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "CI", "BUILD_NUMBER"):
        os.environ.pop(variable, None)
    gc.freeze()  # What is loaded by now stays; not looking at it again saves a tenth of a session.
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = pytest.main([*options, *(str(f) for f in files if f.is_file())], [plugin])
    if status == pytest.ExitCode.INTERRUPTED and not plugin.faults:
        raise KeyboardInterrupt
    if plugin.faults or status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise GraderError("\n".join(plugin.faults) or output.getvalue().strip())


def part_result(part: Part, tests: Sequence[dict[str, Any]]) -> PartResult:
    own = tuple(test_result(test) for test in tests if test["metadata"]["part"] == part.name)
    if not own:
        raise GraderError(f"the part {part.name} has no tests")
    return PartResult(part.name, part.title, part.points, own, part.all_or_nothing, part.hint)


def test_result(test: dict[str, Any]) -> TestResult:
    verdict = test["metadata"]
    stages = (test.get(stage, {}) for stage in ("setup", "call", "teardown"))
    return TestResult(
        name=test["nodeid"].partition("::")[2],
        says=verdict["says"],
        outcome=Outcome(verdict["outcome"]),
        hidden=verdict["hidden"],
        seconds=round(sum(stage.get("duration", 0.0) for stage in stages), 4),
        detail=detail_from(verdict["detail"]) if "detail" in verdict else None,
    )


def detail_from(table: dict[str, Any]) -> Detail:
    place = table["place"]
    return Detail(**{**table, "place": Place(**place) if place else None})
