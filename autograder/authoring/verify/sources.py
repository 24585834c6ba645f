"""Checks of the source of an assignment's tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeGuard

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.names_in_tests import NamesInTests, is_test, tests_in
from autograder.authoring.verify.finding import AssignmentFinding, finding, from_error, named
from autograder.judge.python_source import Function, PythonSource, own_nodes

DEMANDS = ("fail", "raises")
"""Functions of pytest that are assertions; so are those that begin with `must_` or `assert`."""
HOOKS = re.compile("(pytest_|set_?up|tear_?down|addCleanup|runTest|__)", re.IGNORECASE)
"""How functions begin that pytest or unittest calls."""


def check_tests(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that tests can be collected, and that each has an assertion that can fail."""
    yield from _modules_that_are_not_python(assignment)
    helpers = _asserting_functions(assignment)
    for path in files_of_tests(assignment):
        try:
            tree = _parsed(path)
        except (SyntaxError, ValueError) as error:
            fault = f"cannot be collected: {error}"
            yield finding(assignment, path, fault, "correct the file")
            continue
        tests = list(tests_in(tree))
        if not tests:
            remedy = "write a function whose name begins with test_"
            yield finding(assignment, path, "has no test", remedy)
        for line, fault in sorted({*_not_run(tree.body, "this file", _names_of_test_case(tree))}):
            yield from_mistake(assignment, f"{path}, line {line}: {fault}")
        names = NamesInTests(assignment, path, tree)
        for name in _never_called(tree, names) if tests else ():
            fault = f"{name} is not run: it is not called, and its name does not begin with test_"
            yield finding(assignment, path, fault, "rename it, or remove it", advice=True)
        for test in tests:
            yield from _faults_of_test(assignment, path, test, helpers, names)
        if silent := [t.name for t in tests if not (ast.get_docstring(t) or "").strip()]:
            fault = f"no docstring in {named(silent)}"
            remedy = "write the sentence that students read, in the present tense"
            yield finding(assignment, path, fault, remedy, advice=True)


def from_mistake(assignment: Assignment, message: str) -> AssignmentFinding:
    """Make a finding of a message such as `PATH, line N: MESSAGE`."""
    return from_error(assignment, AssignmentError(message), "correct the test")


def _names_of_test_case(tree: ast.Module) -> set[str]:
    """Return what the file calls unittest.TestCase."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    aliases = [alias for node in imports if node.module == "unittest" for alias in node.names]
    return {
        "TestCase",
        "IsolatedAsyncioTestCase",
        *(a.asname for a in aliases if a.name == "TestCase" and a.asname),
    }


def _not_run(body: list[ast.stmt], where: str, cases: set[str]) -> Iterator[tuple[int, str]]:
    """Yield line and fault of tests that pytest accepts, but that test nothing."""
    lines: dict[str, int] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _not_run_in_class(node, cases)
        elif isinstance(node, Function) and node.name.startswith("test"):
            if node.name in lines:
                first = lines[node.name]
                message = f"{where} has another {node.name}, on line {first}, which is not run"
                yield node.lineno, message
            lines[node.name] = node.lineno
            yield from _not_run_in_test(node)


def _not_run_in_class(node: ast.ClassDef, cases: set[str]) -> Iterator[tuple[int, str]]:
    methods = {inner.name for inner in node.body if isinstance(inner, Function)}
    if any(ast.unparse(base).rpartition(".")[2] in cases for base in node.bases):
        awaiting = [each for each in node.body if not isinstance(each, ast.AsyncFunctionDef)]
        yield from _not_run(awaiting, node.name, cases)
    elif not any(name.startswith("test") for name in methods):
        return
    elif not node.name.startswith("Test"):
        message = f"the tests of {node.name} are not run; begin its name with Test"
        yield node.lineno, message
    elif "__init__" in methods:
        yield node.lineno, f"the tests of {node.name} are not run, since it has an __init__"
    else:
        yield from _not_run(node.body, node.name, cases)


def _not_run_in_test(test: Function) -> Iterator[tuple[int, str]]:
    if isinstance(test, ast.AsyncFunctionDef):
        yield test.lineno, f"{test.name} is not run, since it is async; write def"
    for node in own_nodes(test):
        if isinstance(node, ast.Return) and ast.unparse(node) not in ("return", "return None"):
            yield node.lineno, f"{test.name} returns a value; write assert instead of return"
        elif isinstance(node, (ast.Yield, ast.YieldFrom)):
            yield node.lineno, f"{test.name} is not run, since it has a yield"
        elif isinstance(node, Function) and node.name.startswith("test"):
            yield node.lineno, f"{node.name} is not run, since it is inside {test.name}"


def _modules_that_are_not_python(assignment: Assignment) -> Iterator[AssignmentFinding]:
    for path in sorted(assignment.folder.glob("*.py")):
        try:
            _parsed(path)
        except (SyntaxError, ValueError) as error:
            yield finding(assignment, path, f"not Python: {error}", "correct the file")


def _faults_of_test(
    assignment: Assignment, path: Path, test: Function, helpers: set[str], names: NamesInTests
) -> Iterator[AssignmentFinding]:
    if not _asserts(test, helpers):
        fault = f"{test.name} has no assertion, so it passes for any answer"
        yield finding(assignment, path, fault, "assert what the answer has to be", advice=True)
    if not names.in_test(test):
        fault = f"{test.name} does not use the submission"
        files = " or ".join(assignment.files)
        remedy = f"call what it imports from {files}, or use program or suite"
        yield finding(assignment, path, fault, remedy, advice=True)
    for node in ast.walk(test):
        if is_assertion(node) and _is_weak(_condition_of(node)):
            where = f"{test.name}, line {node.lineno}"
            fault = f"{where}: `{ast.unparse(node)}` passes for almost any answer"
            yield finding(assignment, path, fault, "compare with the correct answer", advice=True)
        elif isinstance(node, ast.Try) and _hides_failures(node):
            fault = f"{test.name}, line {node.lineno}: this `try` hides the assertions in it"
            yield finding(assignment, path, fault, "let them fail", advice=True)


def _never_called(tree: ast.Module, names: NamesInTests) -> Iterator[str]:
    """Yield the functions that use a submission, but that nothing in their file mentions."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    classes = [node.body for node in tree.body if isinstance(node, ast.ClassDef)]
    tested = [body for body in classes if any(map(is_test, body))]
    for inner in (inner for body in (tree.body, *tested) for inner in body):
        if isinstance(inner, Function) and not is_test(inner):
            is_called = inner.decorator_list or inner.name in used or HOOKS.match(inner.name)
            if names.in_code(inner) and not is_called:
                yield inner.name


def files_of_tests(assignment: Assignment, *more: str) -> list[Path]:
    """Return the files of tests, and those of `more` names next to them."""
    folders = (assignment.public_tests, assignment.hidden_tests)
    patterns = ("test_*.py", *more)
    return [path for folder in folders for each in patterns for path in sorted(folder.glob(each))]


def trees_of_tests(assignment: Assignment, *more: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield each file of tests with its tree; `check_tests` reports files that have none."""
    for path in files_of_tests(assignment, *more):
        try:
            tree = PythonSource.of_file(path).tree
        except (SyntaxError, ValueError):
            continue
        yield path, tree


def uses_cases(files: Iterable[Path]) -> bool:
    """Does a test in these files have a `case` argument? Files that are not Python are left out."""
    for path in files:
        try:
            tests = list(tests_in(_parsed(path)))
        except (SyntaxError, ValueError):
            continue
        if any(argument.arg == "case" for test in tests for argument in test.args.args):
            return True
    return False


def _asserting_functions(assignment: Assignment) -> set[str]:
    """Return the names of functions next to the tests that assert, or that call one that does."""
    functions: list[Function] = []
    folders = (assignment.folder, assignment.public_tests, assignment.hidden_tests)
    for path in (path for folder in folders for path in folder.glob("*.py")):
        try:
            tree = _parsed(path)
        except (SyntaxError, ValueError):
            continue
        functions += (node for node in ast.walk(tree) if isinstance(node, Function))
    asserting: set[str] = set()
    while new := {f.name for f in functions if _asserts(f, asserting)} - asserting:
        asserting |= new
    return asserting


def _asserts(function: Function, helpers: set[str]) -> bool:
    """Does a function have an assertion, or a call of pytest or of a helper that has one?"""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in helpers:
                return True
        if is_assertion(node):
            return True
    return False


def is_assertion(node: ast.AST) -> TypeGuard[ast.Assert | ast.Call]:
    """Is it an assertion, also one of pytest, of unittest or of a `suite`?"""
    match node:
        case ast.Assert():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in DEMANDS or name.startswith(("must_", "assert"))
    return False


def _condition_of(node: ast.Assert | ast.Call) -> ast.expr:
    """Return what an assertion demands, as an `assert` would; itself if that is not known."""
    match node:
        case ast.Assert(test=condition):
            return condition
        case ast.Call(func=ast.Attribute(attr="assertTrue"), args=[condition, *more]):
            return condition if all(map(_is_text, more)) else ast.Tuple([condition, *more])
        case ast.Call(func=ast.Attribute(attr="assertIsNotNone"), args=[value, *_]):
            return ast.Compare(value, [ast.IsNot()], [ast.Constant(None)])
        case ast.Call(func=ast.Attribute(attr="assertEqual"), args=[left, right, *_]):
            return ast.Compare(left, [ast.Eq()], [right])
        case _:
            return node


def _is_text(message: ast.expr) -> bool:
    name = getattr(message, "id", "")
    is_made = isinstance(message, (ast.JoinedStr, ast.BinOp)) or name in ("msg", "message")
    return is_made or isinstance(getattr(message, "value", None), str)


def _is_weak(condition: ast.expr) -> bool:
    """Does hardly any answer fail the condition: a constant, `x is not None`, or `x == x`?"""
    match condition:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Lambda() | ast.GeneratorExp():
            return True
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(map(_is_weak, values))
        case ast.Tuple(elts=elements):  # assert (x == y, "text")
            return bool(elements)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            if isinstance(operator, ast.IsNot):
                return isinstance(right, ast.Constant) and right.value is None
            return isinstance(operator, ast.Eq) and ast.dump(left) == ast.dump(right)
        case _:
            return False


def _hides_failures(node: ast.Try) -> bool:
    """Does it handle the failure of an assertion in it?"""
    handled = {ast.unparse(handler.type) if handler.type else "" for handler in node.handlers}
    asserts = (inner for part in node.body for inner in ast.walk(part))
    hiding = {"", "AssertionError", "Exception", "BaseException"}
    return bool(handled & hiding) and any(map(is_assertion, asserts))


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), path.name)
