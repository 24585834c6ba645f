"""Check that an assignment says whether functions may change their arguments."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Collection, Iterator

from autograder.assignment import Assignment, Part
from autograder.assignment.read import read_toml
from autograder.authoring.names_in_tests import NamesInTests
from autograder.authoring.verify.documents import section_of
from autograder.authoring.verify.finding import AssignmentFinding, finding
from autograder.judge.python_source import FunctionSource, PythonSource

MUTABLE = (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
_SAYS = re.compile(
    r"chang|modif|mutat|alter|in[- ]place|\bcop(y|ies)|\bnew (list|dict|set)", re.IGNORECASE
)
_ANNOTATION = re.compile(r"\b(list|dict|set|List|Dict|Set|Mutable\w+)\b")


def check_arguments(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find parts whose functions take a list, dict or set that they may or may not change.

    The handout tells students, and assignment.toml the grader; a finding means that neither does.
    """
    table = read_toml(assignment.toml)
    if "arguments" in table:
        return
    for part in assignment.parts:
        is_said = part.mutates or part.copies or _handout_says(assignment, part)
        if not is_said and (function := _takes_mutable(assignment, part)):
            fault = (
                f"{function} of the part {part.name} takes a list, dict or set, and neither this "
                "file nor the handout says whether it may change it"
            )
            remedy = (
                'write `arguments = "may not change"`, or "may change", or for the part '
                f'`mutates = ["{function}"]`; and tell students in the handout'
            )
            yield finding(assignment, assignment.toml, fault, remedy, advice=True)


def _handout_says(assignment: Assignment, part: Part) -> bool:
    """Does the section of the part say something about changes, or a sentence about arguments?"""
    if not assignment.handout.is_file():
        return False
    text = assignment.handout.read_text(encoding="utf-8")
    sentences = re.split(r"(?<=[.!?]) |\n", text)
    about_all = (each for each in sentences if "argument" in each)
    return any(map(_SAYS.search, (section_of(text, part.name), *about_all)))


def _takes_mutable(assignment: Assignment, part: Part) -> str:
    """Return a function or method that the part's tests pass a list, dict or set; "" if none."""
    sources = [*_functions_of(assignment)]
    methods = {each.node.name: each.name for each in sources if each.owner}
    annotated = {each.name.removesuffix(".__init__") for each in sources if _is_annotated(each)}
    for path in assignment.tests_of(part):
        try:
            tree = PythonSource.of_file(path).tree
        except (SyntaxError, ValueError):
            continue  # `check_tests` reports it.
        names = NamesInTests(assignment, path, tree)
        mutable = set(_mutable_names(tree))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            function = max(names.in_code(node.func), default="")
            if not names.calls_submission(node.func):
                function = methods.get(getattr(node.func, "attr", ""), "")
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            is_passed = any(_is_mutable(each, mutable) for each in given)
            if function and (is_passed or function in annotated):
                return function
    return ""


def _functions_of(assignment: Assignment) -> Iterator[FunctionSource]:
    for file in assignment.files:
        with contextlib.suppress(OSError, SyntaxError, ValueError):
            yield from PythonSource.of_file(assignment.reference / file).functions


def _is_annotated(source: FunctionSource) -> bool:
    """Does a parameter say that it is a list, dict or set?"""
    arguments = source.node.args
    parameters = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    texts = (ast.unparse(each.annotation) for each in parameters if each.annotation)
    return any(map(_ANNOTATION.search, texts))


def _mutable_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names to which a file gives a list, dict or set, in rows of parametrize, too."""
    values: dict[str, ast.expr] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values[name] = value
                if isinstance(value, MUTABLE):
                    yield name
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[names, rows, *_]):
                yield from _mutable_columns(names, rows, values)


def _mutable_columns(names: ast.expr, rows: ast.expr, values: dict[str, ast.expr]) -> Iterator[str]:
    try:
        given = ast.literal_eval(names)
    except ValueError:
        return
    columns = re.split(r"\s*,\s*", given) if isinstance(given, str) else list(given)
    match rows:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="values")):
            rows = values.get(name, rows)
        case ast.Name(id=name):
            rows = values.get(name, rows)
    found = rows.values if isinstance(rows, ast.Dict) else getattr(rows, "elts", [])
    for row in found:
        cells = row.args if isinstance(row, ast.Call) else getattr(row, "elts", [])
        for name, cell in zip(columns, cells if len(columns) > 1 else [row], strict=False):
            if isinstance(cell, MUTABLE):
                yield name


def _is_mutable(value: ast.expr, names: Collection[str]) -> bool:
    return isinstance(value, MUTABLE) or (isinstance(value, ast.Name) and value.id in names)
