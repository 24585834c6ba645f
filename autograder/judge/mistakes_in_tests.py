"""Mistakes in a file of an assignment's tests that pytest takes without an error, or blames."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def mistakes_in_tests(path: Path) -> list[str]:
    """Return a message, with file and line, for each test that would not test anything."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return []  # pytest reports it.
    found = sorted({*_mistakes(tree.body, "this file")})
    return [f"{path}, line {line}: {message}" for line, message in found]


def _mistakes(body: list[ast.stmt], where: str) -> Iterator[tuple[int, str]]:
    lines: dict[str, int] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            if any(ast.unparse(base).rpartition(".")[2] == "TestCase" for base in node.bases):
                yield node.lineno, f"{node.name} is a unittest.TestCase, which is not run"
            elif node.name.startswith("Test"):
                yield from _mistakes(node.body, node.name)
        elif isinstance(node, _FUNCTIONS) and node.name.startswith("test"):
            if node.name in lines:
                first = lines[node.name]
                message = f"{where} has another {node.name}, in line {first}, which is not run"
                yield node.lineno, message
            lines[node.name] = node.lineno
            for line in _returns(node):
                yield line, f"{node.name} returns a value; write assert instead of return"


def _returns(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[int]:
    """Yield the lines in which a function, but none inside of it, returns a value."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return) and ast.unparse(node) not in ("return", "return None"):
            yield node.lineno
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))
