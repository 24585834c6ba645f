"""Checks of the source of an assignment's tests, chaffs and wheats, which are not run for them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
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
    is_test,
    mentioned_names,
    reachable,
)
from autograder.reports.style_hints import ruff_findings
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

EXACT = 1024
"""A float that is a whole number of 1/1024 is exact; 0.3 is not."""


def files_of_tests(assignment: Assignment) -> list[Path]:
    """Return the files of public and of hidden tests."""
    folders = (assignment.public_tests, assignment.hidden_tests)
    return [path for folder in folders for path in sorted(folder.glob("test_*.py"))]


def tests_in(source: PythonSource) -> list[Function]:
    """Return the tests of a file, those in classes included."""
    return [each.node for each in source.functions if is_test(each.node)]


def check_tests(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that each file has tests, and each test a docstring."""
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


def check_floats(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find tests that compare a float with `==`, although right solutions may round differently."""
    functions = [f.node for s in NamesUsed(assignment).sources.values() for f in s.functions]
    rounding = {each.name for each in functions if "round" in mentioned_names(each)}
    for path in files_of_tests(assignment):
        for node, call, value in _compared_floats(source_of(path)):
            if not (value * EXACT).is_integer() and rounding.isdisjoint(mentioned_names(call)):
                fault = f"line {node.lineno}: `{ast.unparse(node)}` compares a computed float"
                remedy = f"compare with pytest.approx({value}): the last digit may differ"
                yield finding(assignment, path, fault, remedy, advice=True)


def _compared_floats(source: PythonSource) -> Iterator[tuple[ast.expr, ast.Call, float]]:
    """Yield each comparison of a call with a number such as 0.3, with both."""
    for node in source.nodes:
        match node:
            case (
                ast.Compare(left=left, ops=[ast.Eq()], comparators=[right])
                | ast.Call(func=ast.Attribute(attr="assertEqual"), args=[left, right])
            ):
                for call, number in ((left, right), (right, left)):
                    value = number.value if isinstance(number, ast.Constant) else 0
                    if isinstance(call, ast.Call) and isinstance(value, float):
                        yield node, call, value


def check_with_ruff(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Report what ruff finds in tests, and the undefined names in chaffs and wheats."""
    texts = {path: kit_text(path) for path in files_of_tests(assignment)}
    solutions = [*chaffs_of(assignment), *wheats_of(assignment)]
    sound = [path for path in solutions if not solution_fault(assignment, path)]
    changed = {path: submission_with(assignment, path)[1] for path in sound}
    copies = {f"{i}.py": path for i, path in enumerate([*texts, *changed])}
    both = texts | changed
    try:
        found_in = ruff_findings({copy: both[path] for copy, path in copies.items()}, RULES)
    except (OSError, subprocess.SubprocessError) as error:
        fault = f"ruff could not check the tests ({type(error).__name__})"
        yield finding(assignment, assignment.folder, fault, f"{assignment.command('verify')} again")
        return
    for found in found_in:
        path = copies[Path(found["filename"]).name]
        code, message = found["code"], found["message"]
        if path in texts and code in RULES:  # Others say that a file is not Python.
            advice = not (code == "F811" and "`test" in message)
            fault = f"line {found['location']['row']}: {message}"
            yield finding(assignment, path, fault, RULES[code], advice=advice)
        elif code == "F821":
            yield finding(assignment, path, message, RULES[code])
