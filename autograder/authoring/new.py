"""Create a new assignment, or a new kit, from the files in `templates/` or from a folder.

`templates/function`, `templates/program` and `templates/class` each hold an assignment as in a kit,
without its generated files; `templates/kit` holds what a kit has besides assignments.

Of a folder with a solution and its tests, in pytest or unittest, an assignment has the tests that
the solution passes under the autograder. The others are left out and listed.
"""

from __future__ import annotations

import ast
import json
import keyword
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from packaging.utils import canonicalize_name

from autograder import __version__
from autograder.assignment import Assignment, AssignmentError, load
from autograder.authoring.expected import expected_files
from autograder.authoring.folder import template_files, write
from autograder.authoring.instead import instead
from autograder.authoring.limits import graded_and_measured, write_needs
from autograder.authoring.release.check_pyz import DISTRIBUTION, distributions
from autograder.authoring.starter import starter_files
from autograder.authoring.suite import (
    LeftOut,
    Suite,
    enclosing_test,
    files_from,
    files_of_tests,
    find_test,
    read_suite,
)
from autograder.authoring.verify.graded import check_starter, faults_of_tests, graded_with
from autograder.judge.grading import grade
from autograder.judge.grading_server import own_tests
from autograder.judge.importable import IMPORTABLE
from autograder.judge.request import OTHER_HASH_SEED
from autograder.left_behind import files_in
from autograder.report import GraderError, Kind, Outcome, Report, TestResult
from autograder.sandbox.temporary_folders import temporary_folder

ALLOWED_IN_NEW_KIT = {".git", ".venv"}
"""What a folder may hold before it becomes a kit."""
TAKEN = {"autograder", "conftest", "test", "tests", "sitecustomize", "usercustomize"}
"""Modules that `sys.stdlib_module_names` leaves out, and those of the grader and of its tests."""
PLAIN_SECONDS = 60
LEFT_OUT = "left_out.txt"
T = TypeVar("T")


def new_assignment(
    folder: Path, name: str, source: str | Path
) -> tuple[dict[str, bytes], list[str]]:
    """Make an assignment for a kit, or a kit with it for an empty folder.

    Args:
        source: The name of a template, or a folder with a solution and its tests.

    Returns:
        The new files by path, and lines about what was made of the source; of a folder without
        tests that its solution passes, no files, and lines that say why.

    Raises:
        AssignmentError: the place, the name or the source cannot be used.
    """
    check_name(name)
    is_kit = (folder / "autograder/assignments").is_dir()
    present = {path.name for path in folder.iterdir()} - ALLOWED_IN_NEW_KIT
    if is_kit:
        require_free(folder, name)
    elif present:
        raise AssignmentError(
            f"{folder}: neither a kit nor empty, it holds {min(present)}; run autograder new in a "
            "kit or in an empty folder, or add --kit DIR"
        )
    if isinstance(source, Path):
        contents, lines = taken_over(name, source)
        if not contents:
            return {}, lines
    else:
        contents, lines = completed(name, template_files(source, name), lambda _: [])
    return contents if is_kit else {**kit_files(name), **contents}, lines


def check_name(name: str) -> None:
    """Raise AssignmentError unless `name` can name an assignment and its Python file."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,49}", name):
        raise AssignmentError(
            f"{name!r} cannot name an assignment: "
            "use a letter from a to z, then up to 49 letters, digits and _, such as word_count"
        )
    if keyword.iskeyword(name) or name in {*TAKEN, *IMPORTABLE, *sys.stdlib_module_names}:
        raise AssignmentError(
            f"{name!r} cannot name an assignment: Python or the autograder has that name; "
            "choose another one"
        )


def require_free(kit: Path, name: str) -> None:
    """Raise AssignmentError if a kit has files of that name."""
    folders = ("autograder/assignments", "reference", "starter", "inputs", "expected")
    for path in [*(kit / folder / name for folder in folders), kit / "handout" / f"{name}.md"]:
        if path.exists():
            raise AssignmentError(f"{path}: already there; choose another name than {name!r}")


def completed(
    name: str, contents: Mapping[str, bytes], try_out: Callable[[Assignment], T]
) -> tuple[dict[str, bytes], T]:
    """Return the files of an assignment with the generated ones, and what trying it has shown.

    Raises:
        AssignmentError: the files cannot be generated.
    """
    with temporary_folder() as path:
        kit = Path(path).resolve()
        write(kit, contents)
        try:
            assignment = load(name, kit)
            write(assignment.starter, starter_files(assignment))
            write(assignment.expected, expected_files(assignment))
            shown = try_out(assignment)
        except AssignmentError as error:
            raise AssignmentError(str(error).replace(f"{kit}/", "")) from None
        paths = {file.relative_to(kit).as_posix(): file for file in files_in(kit)}
        return {file: place.read_bytes() for file, place in paths.items()}, shown


def kit_files(name: str) -> dict[str, bytes]:
    """Return what a new kit has besides its assignment.

    Its requirements are this package and what it needs, in the versions in use.
    """
    installed = distributions(DISTRIBUTION)
    versions = {str(canonicalize_name(each.name)): each.version for each in installed}
    versions[DISTRIBUTION] = __version__
    lines = [f"{needed}=={version}" for needed, version in sorted(versions.items())]
    lock = "\n".join(["# The versions that this kit was made with.", *lines, ""])
    return {**template_files("kit", name), "requirements.lock": lock.encode()}


def taken_over(name: str, folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """Make an assignment of a folder; return its files and what the author should know of it.

    Tests that the solution does not pass are left out, and then others, which may depend on them.
    If no test is left, there are no files.

    Raises:
        AssignmentError: a file of the solution, or one beside the tests, cannot be used.
    """
    suite = read_suite(folder)
    while suite.tests:
        try:
            try_out = partial(graded_solution, suite)
            contents, (failing, lines) = completed(name, files_from(suite, name), try_out)
        except AssignmentError as error:
            raise AssignmentError(with_authors_paths(suite, name, str(error))) from None
        if not failing:
            contents |= files_of_tests(suite, name, keeps_lines=False)
            if suite.left_out:
                file = f"autograder/assignments/{name}/{LEFT_OUT}"
                head = f"These tests in {folder} are not part of the assignment."
                text = "\n\n".join([head, *map(str, suite.left_out)])
                contents[file] = f"{text}\n".encode()
                lines[:0] = [f"Left out, as {file} says:", *map(str, suite.left_out)]
            return contents, [*summary(suite), *lines]
        suite = suite.without(
            [replace(each, why=with_authors_paths(suite, name, each.why)) for each in failing]
        )
    fault = f"{folder}: under the autograder, the solution passes none of its tests"
    return {}, [fault, *map(str, suite.left_out)]


def with_authors_paths(suite: Suite, name: str, text: str) -> str:
    """Return a text with the author's paths for those of the assignment's files."""
    for place, path in suite.places(name).items():
        text = text.replace(place, str(path))
    return text


def graded_solution(suite: Suite, assignment: Assignment) -> tuple[list[LeftOut], list[str]]:
    """Grade the reference; return the tests that it does not pass.

    If there are none, note what it needs, and say which tests pass without it, too.
    """
    try:
        report, meter = graded_and_measured(assignment, tolerant=True)
    except GraderError as error:
        return [*_uncollectable_tests(suite, assignment, error)], []
    grading = partial(grade, own_tests(assignment))
    failing = failing_tests(suite, report)
    if not failing:  # A test may depend on chance, or on the order of a set.
        again = graded_with(assignment, grading, hash_seed=OTHER_HASH_SEED)
        failing = failing_tests(suite, again)
    if failing:
        return failing, []
    write_needs(assignment, meter)
    count = sum(part.total for part in report.parts)
    found = check_starter(assignment, grading)
    return [], [f"The solution passes all tests ({count}).", *map(str, found)]


def failing_tests(suite: Suite, report: Report) -> list[LeftOut]:
    """Return the tests that the solution does not pass, and the files that have no result."""
    ran = {part.name: part.tests for part in report.parts}
    silent = [path for part, path in suite.tests.items() if part not in ran]
    failing = [LeftOut(path, "", "pytest runs none of its tests") for path in silent]
    failed: dict[str, list[TestResult]] = defaultdict(list)
    parts: dict[str, str] = {}
    for part, tests in ran.items():
        file = suite.tests[part].relative_to(suite.folder).as_posix()
        for test in tests:
            if test.outcome is not Outcome.PASS:
                node = f"{file}::{test.name.partition('[')[0]}"
                failed[node].append(test)
                parts[node] = part
    plain = failing_under_pytest(suite.folder, failed) if failed else set()
    for node, results in failed.items():
        path, code = suite.tests[parts[node]], suite.code(parts[node], keeps_lines=True)
        why, name = reason(results), node.partition("::")[2]
        advice = "it fails under plain pytest, too" if node in plain else instead(why, code, name)
        known = name if find_test(ast.parse(code), name) else ""
        failing.append(LeftOut(path, known, f"{why}; {advice}"))
    return failing


def reason(tests: Sequence[TestResult]) -> str:
    """Say why a test does not pass, or some of its rows."""
    detail, rows = tests[0].detail, [test.row for test in tests if test.row]
    says = str(tests[0].outcome)
    if detail:  # "The grader failed" would not tell the author what to change.
        says = detail.fact if detail.kind is Kind.GRADER else detail.message
    others = f" and {len(rows) - 1} more" if rows[1:] else ""
    return f"{says} (row {rows[0]}{others})" if rows else says


def _uncollectable_tests(
    suite: Suite, assignment: Assignment, error: GraderError
) -> Iterator[LeftOut]:
    """Yield the tests with which the others cannot be run: they end while pytest collects them.

    Raises:
        AssignmentError: it is none of a file of tests.
    """
    for found in faults_of_tests(assignment, error):
        file, _, line = found.file.partition(", line ")
        part = Path(file).stem.removeprefix("test_")
        if part not in suite.tests:
            raise AssignmentError(str(found)) from None
        test = enclosing_test(suite.code(part, keeps_lines=True), int(line)) if line else ""
        yield LeftOut(suite.tests[part], test, f"{found.fault}; {found.remedy}")


def failing_under_pytest(folder: Path, nodes: Collection[str]) -> set[str]:
    """Return which tests in a folder, by their node ids, fail under plain pytest.

    They run in a copy: tests may write files.
    """
    with temporary_folder() as path:
        copy = Path(path).resolve()
        write(copy, {str(file.relative_to(folder)): file.read_bytes() for file in files_in(folder)})
        report = copy / "plain.json"
        options = ["-p", "no:cacheprovider", f"--timeout={PLAIN_SECONDS}", "--json-report"]
        options += ["--json-report-file", str(report), "--rootdir", path]
        command = [sys.executable, "-B", "-m", "pytest", *options, *nodes]
        places = [path, *(str(copy / name) for name in ("solution", "tests"))]
        places.append(os.environ.get("PYTHONPATH", ""))
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
        subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False)
        ran = json.loads(report.read_bytes())["tests"] if report.is_file() else []
    failed = [test["nodeid"] for test in ran if test["outcome"] in ("failed", "error")]
    return {node.partition("[")[0] for node in failed}


def summary(suite: Suite) -> list[str]:
    """Say what was made of the files, and how to decide otherwise."""
    provided = f" and get {', '.join(suite.data)}" if suite.data else ""
    points = ", ".join(f"{part} ({points})" for part, points in suite.points.items())
    lines = [
        f"Students write {', '.join(suite.solution)}{provided}.",
        f"A part for each file of tests, with its points: {points}. For more parts, move tests "
        "into files test_PART.py and add a [[part]] for each to assignment.toml.",
        "Calls may change their arguments, as under plain pytest; to forbid it, write "
        'arguments = "may not change" in assignment.toml.',
    ]
    if suite.unused:
        lines.append(
            f"Not taken over, since the tests do not use them: {', '.join(suite.unused)}. To give "
            "one to students, add it to reference/ and to `provided` in assignment.toml."
        )
    return lines
