"""A check that no hidden test is also a public one, which students can read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.names_in_tests import is_test, tests_in
from autograder.authoring.verify.finding import AssignmentFinding, finding
from autograder.judge.python_source import Function, PythonSource, bound_names

Code = tuple[str, ...]
Definitions = dict[str, ast.AST]


def check_hidden_tests(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that no hidden test has the code and the data of a public one.

    Tests of cases are left out, since their cases differ, and so are those that read files.
    """
    public = {
        code: f"{path.name}, line {test.lineno}"
        for path, test, code in _tests(assignment.public_tests)
    }
    for path, test, code in _tests(assignment.hidden_tests):
        if code in public:
            place = f"{assignment.public_tests.name}/{public[code]}"
            fault = f"{test.name} is not hidden: {place}, is the same test"
            remedy = "remove it there, or write another test here"
            yield finding(assignment, path, fault, remedy)


def _tests(folder: Path) -> Iterator[tuple[Path, Function, Code]]:
    for path in sorted(folder.glob("test_*.py")):
        try:
            tree = PythonSource.of_file(path).tree
        except (SyntaxError, ValueError):
            continue  # `check_tests` reports the file.
        definitions = _definitions(folder / "conftest.py") | _defined_in(tree)
        for test, code, names in _codes(tree, definitions):
            if not {"case", "__file__"} & names:
                yield path, test, code


def _definitions(path: Path) -> Definitions:
    try:
        return _defined_in(PythonSource.of_file(path).tree)
    except (OSError, SyntaxError, ValueError):
        return {}


def _defined_in(tree: ast.Module) -> Definitions:
    """Return what the names of a module stand for; those that it imports, by where they are."""
    found: Definitions = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = ast.Constant(f"{node.module}.{alias.name}")
        elif not isinstance(node, ast.Import):
            found |= dict.fromkeys(bound_names(node), node)
    return found


def _codes(tree: ast.Module, definitions: Definitions) -> Iterator[tuple[Function, Code, set[str]]]:
    """Yield each test with its code, without its name, and the names that it uses.

    That is with the definitions of these names, and with what its class prepares for its tests.
    """
    around = {
        inner: [each for each in node.body if not is_test(each)]
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for inner in node.body
    }
    for test in tests_in(tree):
        pending: list[ast.AST] = [test.args, *test.decorator_list, *test.body]
        if ast.get_docstring(test) is not None:
            pending.remove(test.body[0])
        pending += around.get(test, [])
        code: list[str] = []
        names: set[str] = set()
        for node in pending:
            code.append(ast.dump(node))
            used = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            used |= {inner.arg for inner in ast.walk(node) if isinstance(inner, ast.arg)}
            new = used - names
            names |= used
            pending += [definitions[name] for name in sorted(new & definitions.keys())]
        yield test, tuple(code), names
