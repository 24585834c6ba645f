"""A check that no hidden test is also a public one, which students can read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.verify.finding import AssignmentFinding, finding
from autograder.authoring.verify.sources import tests_in
from autograder.judge.anonymous_code import bound_names
from autograder.judge.definitions import Function

Code = tuple[str, ...]


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
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError):
            continue  # `check_tests` reports the file.
        own = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
        definitions = {name: node for node in own for name in bound_names(node)}
        for test in tests_in(tree):
            arguments = {argument.arg for argument in test.args.args}
            code, names = _code(test, definitions)
            if not {"case", "__file__"} & (arguments | names):
                yield path, test, code


def _code(test: Function, definitions: dict[str, ast.stmt]) -> tuple[Code, set[str]]:
    """Return a test's code without its name, with the definitions that it uses, and their names."""
    pending: list[ast.AST] = [test.args, *test.decorator_list, *test.body]
    if ast.get_docstring(test) is not None:
        pending.remove(test.body[0])
    code: list[str] = []
    names: set[str] = set()
    for node in pending:
        code.append(ast.dump(node))
        used = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)} - names
        names |= used
        pending += [definitions[name] for name in sorted(used & definitions.keys())]
    return tuple(code), names
