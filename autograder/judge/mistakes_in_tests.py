"""Mistakes in a file of an assignment's tests that pytest accepts, or reports as errors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from autograder.judge.python_source import Function, PythonSource, own_nodes


def mistakes_in_tests(path: Path) -> list[str]:
    """Return a message, with file and line, for each test that would not test anything."""
    try:
        tree = PythonSource.of_file(path).tree
    except (SyntaxError, ValueError):
        return []  # pytest reports it.
    cases = _names_of_test_case(tree)
    found = sorted({*_mistakes(tree.body, "this file", cases)})
    return [f"{path}, line {line}: {message}" for line, message in found]


def _names_of_test_case(tree: ast.Module) -> set[str]:
    """Return what the file calls unittest.TestCase."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    aliases = [alias for node in imports if node.module == "unittest" for alias in node.names]
    return {
        "TestCase",
        "IsolatedAsyncioTestCase",
        *(a.asname for a in aliases if a.name == "TestCase" and a.asname),
    }


def _mistakes(body: list[ast.stmt], where: str, cases: set[str]) -> Iterator[tuple[int, str]]:
    lines: dict[str, int] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _mistakes_of_class(node, cases)
        elif isinstance(node, Function) and node.name.startswith("test"):
            if node.name in lines:
                first = lines[node.name]
                message = f"{where} has another {node.name}, on line {first}, which is not run"
                yield node.lineno, message
            lines[node.name] = node.lineno
            yield from _mistakes_of_test(node)


def _mistakes_of_class(node: ast.ClassDef, cases: set[str]) -> Iterator[tuple[int, str]]:
    methods = {inner.name for inner in node.body if isinstance(inner, Function)}
    if any(ast.unparse(base).rpartition(".")[2] in cases for base in node.bases):
        awaiting = [each for each in node.body if not isinstance(each, ast.AsyncFunctionDef)]
        yield from _mistakes(awaiting, node.name, cases)
    elif not any(name.startswith("test") for name in methods):
        return
    elif not node.name.startswith("Test"):
        message = f"the tests of {node.name} are not run; begin its name with Test"
        yield node.lineno, message
    elif "__init__" in methods:
        yield node.lineno, f"the tests of {node.name} are not run, since it has an __init__"
    else:
        yield from _mistakes(node.body, node.name, cases)


def _mistakes_of_test(test: Function) -> Iterator[tuple[int, str]]:
    if isinstance(test, ast.AsyncFunctionDef):
        yield test.lineno, f"{test.name} is not run, since it is async; write def"
    for node in own_nodes(test):
        if isinstance(node, ast.Return) and ast.unparse(node) not in ("return", "return None"):
            yield node.lineno, f"{test.name} returns a value; write assert instead of return"
        elif isinstance(node, (ast.Yield, ast.YieldFrom)):
            yield node.lineno, f"{test.name} is not run, since it has a yield"
        elif isinstance(node, Function) and node.name.startswith("test"):
            yield node.lineno, f"{node.name} is not run, since it is inside {test.name}"
