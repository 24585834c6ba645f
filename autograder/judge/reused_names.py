"""Names of functions that refer to something else when they are called."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from autograder.judge.definitions import Function, own_nodes
from autograder.judge.location import MAX_NAME
from autograder.judge.sources import Sources
from autograder.report import Place
from autograder.safetext import printable_line

MAX_CALLS = 5
"""How many calls of a line are looked at: for each, the whole file may be searched."""
_NOT_CALLABLE = re.compile(r"'[\w.]{1,200}' object is not callable")
_CALL = re.compile(r"(\.?)\b([^\W\d]\w*)\(")


def explain_not_callable(text: str, sources: Sources, subject: str, place: Place | None) -> str:
    """Explain a TypeError about calling what is not a function; empty if unknown.

    Without a place, it is the test that called `subject`. The reason is an attribute or a variable
    with the name of a method, a function or one of Python's functions, or it is a property.
    """
    if not _NOT_CALLABLE.match(text):
        return ""
    reasons = _reasons_here(sources, place) if place else _reasons(sources, subject)
    return next(filter(None, reasons), "")


def _reasons(sources: Sources, subject: str) -> Iterator[str]:
    subject = subject.rpartition(".")[2]  # Of a method, without its class.
    for file in sources.own:
        if tree := sources.tree(file):
            yield _hidden_method(tree, subject, file, "remove that line")
            yield _hidden_function(tree, [tree], subject, file)


def _reasons_here(sources: Sources, place: Place) -> Iterator[str]:
    """Yield the reason for each call in a line, if there is one."""
    tree, file = sources.tree(place.file), place.file
    if tree is None:
        return
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, Function) and node.lineno <= place.line <= (node.end_lineno or 0)
    ][::-1]  # The innermost function comes first.
    for dot, name in islice(dict.fromkeys(_CALL.findall(place.source)), MAX_CALLS):
        if dot:
            yield _hidden_method(tree, name, file, "leave out the () after it")
        else:
            yield _hidden_function(tree, [*around, tree], name, file)


def _hidden_method(tree: ast.Module, name: str, file: str, advice: str) -> str:
    """Explain an attribute with the name of a method, or a method that is a property.

    The `advice` is for a property: a student's own call may be wrong, a test's call is not.
    """
    for owner in tree.body:
        methods = _functions(owner.body, name) if isinstance(owner, ast.ClassDef) else []
        decorators = [each for method in methods for each in method.decorator_list]
        for each in decorators:
            if isinstance(each, ast.Name) and each.id.endswith("property"):
                place = f"({file}, line {each.lineno})"
                return f"@{each.id} {place} makes {name} an attribute: {advice}"
        stored = _stored_attributes(owner, name) if methods else []
        if stored:
            first = min(stored, key=lambda each: each.lineno)
            place = f"({file}, line {first.lineno})"
            attribute = printable_line(ast.unparse(first), MAX_NAME)
            return f"`{attribute}` {place} hides the method: rename the attribute"
    return ""


def _stored_attributes(owner: ast.AST, name: str) -> list[ast.Attribute]:
    """Return the places, such as `self.name = 1`, where such an attribute gets a value."""
    return [
        node
        for node in ast.walk(owner)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.attr == name
    ]


def _hidden_function(
    tree: ast.Module, scopes: Sequence[ast.Module | Function], name: str, file: str
) -> str:
    """Explain a variable with the name of a function of the file, or of one of Python's."""
    if _functions(tree.body, name):
        hidden = "the function"
    elif callable(getattr(builtins, name, None)):
        hidden = "Python's own function"
    else:
        return ""
    for scope in scopes:
        lines = [line for variable, line in _variables(scope) if variable == name]
        if lines:
            return f"the variable `{name}` ({file}, line {min(lines)}) hides {hidden}: rename it"
    return ""


def _variables(scope: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names of variables and parameters, with the lines where they get a value."""
    for node in own_nodes(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno


def _functions(body: Sequence[ast.stmt], name: str) -> list[Function]:
    return [node for node in body if isinstance(node, Function) and node.name == name]
