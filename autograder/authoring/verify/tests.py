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
from autograder.judge.python_source import Function, PythonSource, is_test, is_test_name, reachable
from autograder.reports.style_hints import ruff_findings
from autograder.text_files import kit_text

RULES = {
    "F821": "correct the name",
    "F631": "compare with the correct answer",
    "B015": "assert it",
    "B017": "expect the exception that the handout asks for",
    "PT012": "keep only the call that has to raise in the block",
}
"""What ruff looks for in tests, and how to correct it; the F rules also in chaffs and wheats."""

EXACT_DIGITS = 15
"""A decimal number of so many digits is what an author wrote; a longer one was computed."""


def files_of_tests(assignment: Assignment) -> list[Path]:
    """Return the files of public and of hidden tests."""
    folders = (assignment.public_tests, assignment.hidden_tests)
    return [path for folder in folders for path in sorted(folder.glob("test_*.py"))]


def tests_in(source: PythonSource) -> list[Function]:
    """Return the tests of a file, those in classes included."""
    return [each.node for each in source.functions if is_test(each.node)]


def asserts_only_on_items(source: PythonSource, test: str) -> bool:
    """Return whether a test, `Class::test`, asserts only in loops, or of `all` or `any`."""
    nodes = [each.node for each in source.functions if each.name == test.replace("::", ".")]
    return bool(nodes) and not any(map(_always_asserts, nodes[-1].body))


def _always_asserts(statement: ast.stmt) -> bool:
    match statement:
        case ast.Assert(test=ast.Tuple()):
            return False
        case ast.Assert(test=asserted) | ast.Expr(value=ast.Call(args=[asserted, *_])):
            text = ast.unparse(statement).lower()
            is_of_items = ast.unparse(asserted).removeprefix("not ").startswith(("all(", "any("))
            return "assert" in text.partition("(")[0] and not is_of_items
    return isinstance(statement, ast.With)


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


def check_repeated_names(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find tests, and whatever else is defined in their files, that a later definition replaces."""
    for path in files_of_tests(assignment):
        for name, lines in source_of(path).redefined.items():
            fault = f"{name} is defined in line {lines[0]} and again in line {lines[-1]}"
            advice = not is_test_name(name)
            yield finding(assignment, path, fault, "rename one of them", advice=advice)


def check_tests_of_other_parts(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find tests that call a function which their own part does not use: it would count twice."""
    used = NamesUsed(assignment)
    if not all(source.is_python for source in used.sources.values()):
        return  # The starter cannot be generated, and this is the reason.
    for part in assignment.parts:
        own = reachable(used.code, used.of_part(part))
        for path in assignment.tests_of(part):
            if other := used.others_in(part, used.in_tests(part, [path]) - own):
                fault = f"the tests of {part.name} use {named(other)}, but its code does not"
                remedy = "let them call nothing of other parts, where one mistake would cost "
                yield finding(assignment, path, fault, f"{remedy}points twice", advice=True)


def check_floats(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find tests that compare with a float that shows how it was rounded, 0.30000000000000004."""
    for path in files_of_tests(assignment):
        for node, value in _compared_floats(source_of(path)):
            if float(f"{value:.{EXACT_DIGITS}g}") != value:
                fault = f"line {node.lineno}: `{ast.unparse(node)}` compares a computed float"
                remedy = f"compare with pytest.approx({value}): the last digit may differ"
                yield finding(assignment, path, fault, remedy, advice=True)


def _compared_floats(source: PythonSource) -> Iterator[tuple[ast.expr, float]]:
    """Yield each comparison of a call with a float."""
    for node in source.nodes:
        match node:
            case (
                ast.Compare(left=left, ops=[ast.Eq()], comparators=[right])
                | ast.Call(func=ast.Attribute(attr="assertEqual"), args=[left, right])
            ):
                for call, number in ((left, right), (right, left)):
                    match number:
                        case ast.Constant(value=float() as value) if isinstance(call, ast.Call):
                            yield node, value


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
        line = found["location"]["row"]
        if code == "B015" and line in _may_raise(source_of(path)):
            continue
        if path in texts and code in RULES:  # Others say that a file is not Python.
            yield finding(assignment, path, f"line {line}: {message}", RULES[code], advice=True)
        elif code == "F821":
            yield finding(assignment, path, message, RULES[code])


def _may_raise(source: PythonSource) -> set[int]:
    """Return the lines inside of `with` and `try`: there, a comparison may have to raise."""
    blocks = [node for node in source.nodes if isinstance(node, ast.With | ast.Try)]
    return {n for block in blocks for n in range(block.lineno, (block.end_lineno or 0) + 1)}
