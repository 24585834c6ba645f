"""Checks of the source of an assignment's tests, chaffs and wheats, which are not run for them."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.needs import NamesUsed, source_of
from autograder.authoring.verify.finding import AssignmentFinding, finding, named
from autograder.authoring.verify.solutions import (
    chaffs_of,
    solution_fault,
    submission_with,
    wheats_of,
)
from autograder.judge.python_source import (
    Function,
    PythonSource,
    bound_names,
    mentioned_names,
    reachable,
)
from autograder.sandbox.temporary_folders import temporary_folder
from autograder.text_files import kit_text

RULES = {
    "F811": "rename one of them",
    "F821": "correct the name",
    "F631": "compare with the correct answer",
    "B015": "assert it",
    "B017": "expect the exception that the handout asks for",
    "PLR0124": "compare with the correct answer",
    "PT012": "keep only the call that has to raise in the block",
}
"""What ruff looks for in tests, and how to correct it; the F rules also in chaffs and wheats."""
_DRAWS = re.compile(r"\brandom\.(?!Random|seed)\w+|random\.Random\(\)|from random import")
_SEED = re.compile(r"\bseed\(.|\bRandom\([^)]")


def files_of_tests(assignment: Assignment) -> list[Path]:
    """Return the files of public and of hidden tests."""
    folders = (assignment.public_tests, assignment.hidden_tests)
    return [path for folder in folders for path in sorted(folder.glob("test_*.py"))]


def tests_in(source: PythonSource) -> list[Function]:
    """Return the tests of a file, those in classes included."""
    return [each.node for each in source.functions if is_test(each.node)]


def is_test(node: ast.AST) -> bool:
    return isinstance(node, Function) and node.name.startswith("test")


def check_tests(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that each file has tests, each test a docstring, and the same numbers each time."""
    for path in files_of_tests(assignment):
        source = source_of(path)
        if not source.is_python:
            continue  # The reference cannot be graded, and this is the reason.
        tests = tests_in(source)
        if not tests:
            remedy = "write a function whose name begins with test_"
            yield finding(assignment, path, "has no test", remedy)
        if silent := [t.name for t in tests if not (ast.get_docstring(t) or "").strip()]:
            remedy = "write the sentence that students read, in the present tense"
            yield finding(assignment, path, f"no docstring in {named(silent)}", remedy, advice=True)
        text = path.read_text("utf-8", "replace")
        if _DRAWS.search(text) and not _SEED.search(text):
            fault = "random numbers without a seed, so each grading tests something else"
            remedy = "use random.Random(1), or call random.seed(1) before"
            yield finding(assignment, path, fault, remedy, advice=True)


def check_tests_of_other_parts(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find tests that call a function which their own part does not use: it would count twice."""
    used = NamesUsed(assignment)
    if not all(source.is_python for source in used.sources.values()):
        return  # The starter cannot be generated, and this is the reason.
    for part in assignment.parts:
        called = used.in_tests(part) - reachable(used.code, used.of_part(part))
        if other := [p.name for p in assignment.parts if p.file and p.name in called]:
            fault = f"the tests of {part.name} use {named(other)}, but its code does not"
            remedy = (
                "let them call nothing of other parts, where one mistake would cost points twice"
            )
            path = assignment.public_tests / f"test_{part.name}.py"
            yield finding(assignment, path, fault, remedy, advice=True)


def check_hidden_tests(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that no hidden test has the code and the data of a public one.

    Tests of cases are left out, since their cases differ, and so are those that read files.
    """
    public = {
        code: f"{assignment.public_tests.name}/{path.name}, line {test.lineno}"
        for path, test, code in _codes(assignment.public_tests)
    }
    for path, test, code in _codes(assignment.hidden_tests):
        if code in public:
            fault = f"{test.name} is not hidden: {public[code]}, is the same test"
            remedy = "remove it there, or write another test here"
            yield finding(assignment, path, fault, remedy)


def _codes(folder: Path) -> Iterator[tuple[Path, Function, tuple[str, ...]]]:
    """Yield each test with its code, and that of the definitions that it uses, without names."""
    fixtures = source_of(folder / "conftest.py")
    for path in sorted(folder.glob("test_*.py")):
        source = source_of(path)
        uses = {**fixtures.uses, **source.uses}
        for each in source.functions:
            test = each.node
            if not is_test(test):
                continue
            owner = source.classes[each.owner].body if each.owner else []
            around = [node for node in owner if not is_test(node)]
            body = test.body[ast.get_docstring(test) is not None :]
            code: list[ast.AST] = [test.args, *test.decorator_list, *body, *around]
            names = reachable(uses, set().union(*map(mentioned_names, code)))
            if not {"case", "__file__"} & names:
                defining = [*fixtures.tree.body, *source.tree.body]
                code += [node for node in defining if bound_names(node) & names - {each.owner}]
                yield path, test, tuple(map(ast.dump, code))


def check_with_ruff(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Report what ruff finds in tests, and the undefined names in chaffs and wheats."""
    texts = {path: kit_text(path) for path in files_of_tests(assignment)}
    solutions = [*chaffs_of(assignment), *wheats_of(assignment)]
    sound = [path for path in solutions if not solution_fault(assignment, path)]
    changed = {path: submission_with(assignment, path)[1] for path in sound}
    for path, line, code, message in _ruff({**texts, **changed}):
        if path in texts:
            advice = not (code == "F811" and "`test" in message)
            fault = f"line {line}: {message}"
            yield finding(assignment, path, fault, RULES[code], advice=advice)
        elif code == "F821":
            yield finding(assignment, path, message, RULES[code])


def _ruff(texts: Mapping[Path, str]) -> Iterator[tuple[Path, int, str, str]]:
    """Yield the path, line, rule and message of each finding; other settings take no effect."""
    with temporary_folder() as name:
        folder = Path(name).resolve()
        copies = {folder / f"{i}.py": path for i, path in enumerate(texts)}
        for copy, path in copies.items():
            copy.write_text(texts[path], encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-I", "-m", "ruff", "check", "--isolated", "--no-cache"),
                *("--select", ",".join(RULES), "--output-format", "json", str(folder)),
            ],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    for found in json.loads(done.stdout or "[]"):
        if found["code"] in RULES:  # Others say that a file is not Python.
            path = copies[Path(found["filename"])]
            yield path, found["location"]["row"], found["code"], found["message"]
