"""Which parts a part calls: derived from the source of the reference and of the tests.

A part needs the parts that its code in the reference calls, directly or through functions that are
not parts, and those that its own tests call: they fail, too, when one of these is wrong.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from autograder.assignment import Assignment, Part
from autograder.authoring.names_in_tests import NamesInTests
from autograder.authoring.verify.uses import reachable
from autograder.judge.python_source import PythonSource

CallGraph = dict[str, frozenset[str]]
"""For each function or method, and for the statements outside them by the file's name, the
names that it mentions."""


def with_needs(assignment: Assignment) -> Assignment:
    """Fill in the `needs` that are not written, if the kit has the reference."""
    if not assignment.has_reference or all(part.needs is not None for part in assignment.parts):
        return assignment
    found = needs_found(assignment)
    parts = (
        replace(part, needs=found[part.name]) if part.needs is None else part
        for part in assignment.parts
    )
    return replace(assignment, parts=tuple(parts))


def needs_found(assignment: Assignment) -> dict[str, tuple[str, ...]]:
    """Return the parts that each part needs, in the order of the parts.

    Of two parts that call each other, the later one needs the earlier one.
    """
    calls = calls_between_parts(assignment)
    order = {part.name: i for i, part in enumerate(assignment.parts)}

    def is_needed(name: str, other: str) -> bool:
        return order[other] < order[name] or name not in all_needs(calls, other)

    return {
        name: tuple(sorted((n for n in called if is_needed(name, n)), key=order.__getitem__))
        for name, called in calls.items()
    }


def calls_between_parts(assignment: Assignment) -> dict[str, set[str]]:
    """Return the parts that each part's function or program calls, or its tests do."""
    graph = call_graph(assignment)
    return {part.name: _called(assignment, graph, part) for part in assignment.parts}


def all_needs(needs: Mapping[str, Iterable[str]], name: str) -> set[str]:
    """Return the parts that a part needs, directly or not."""
    return reachable(needs, needs.get(name, ()))


def call_graph(assignment: Assignment) -> CallGraph:
    """Read the reference and the provided files; one that is not Python has no calls."""
    graph: CallGraph = {}
    for file in (*assignment.files, *assignment.provided):
        folder = assignment.reference if file in assignment.files else assignment.starter
        tree = ast.Module([], [])
        with contextlib.suppress(SyntaxError, ValueError, OSError):
            tree = PythonSource.of_file(folder / file).tree
        _add(graph, file, tree)
    return graph


def _add(graph: CallGraph, owner: str, node: ast.Module | ast.ClassDef) -> None:
    for child in node.body:
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                graph[name] = graph.get(name, frozenset()) | _mentions(child)
            case ast.ClassDef(name=name, bases=bases):
                graph[name] = graph.get(name, frozenset()).union(*map(_mentions, bases))
                _add(graph, name, child)
            case ast.Import() | ast.ImportFrom():
                pass
            case _:
                graph[owner] = graph.get(owner, frozenset()) | _mentions(child)


def _mentions(node: ast.AST) -> frozenset[str]:
    """Return the names and attributes in a tree, without builtins: `print` is not a part."""
    found = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Attribute(attr=name):
                found.add(name)
            case ast.Name(id=name) if not hasattr(builtins, name):
                found.add(name)
    return frozenset(found)


def _called(assignment: Assignment, graph: CallGraph, part: Part) -> set[str]:
    """Return the other parts that are reached first from a part."""
    others = {other.name for other in assignment.parts if other.file and other != part}
    trees = {path: PythonSource.of_file(path).tree for path in assignment.tests_of(part)}
    start = [part.name] if part.file else []
    for path, tree in trees.items():
        start += _methods_called(tree)
        start += NamesInTests(assignment, path, tree).in_tests(tree)
    program = assignment.program_of(part)
    if program and any("program" in _parameters(tree) for tree in trees.values()):
        start += [program.file, "main"]
    helpers = {name: called for name, called in graph.items() if name not in others}
    return reachable(helpers, start) & others


def _methods_called(tree: ast.AST) -> set[str]:
    """Return the names of the methods that tests call on something."""
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {function.attr for function in calls if isinstance(function, ast.Attribute)}


def _parameters(tree: ast.AST) -> set[str]:
    """Return the names of all parameters, such as the fixtures that tests ask for."""
    return {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
