"""Names of the student's modules that tests use, and that the reference does not define."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.judge.modules.interface import ModuleInterface
from autograder.judge.python_source import PythonSource


def unknown_names(path: Path, interface: Mapping[str, ModuleInterface]) -> list[str]:
    """Return a line for each name in a file of tests that a module of the student's lacks."""
    try:
        tree = PythonSource.of_file(path).tree
    except (SyntaxError, ValueError):
        return []  # pytest reports it.
    found = dict.fromkeys(_unknown(tree, interface))
    return [f"{path}, line {line}: {fault}" for line, fault in sorted(found)]


def _unknown(
    tree: ast.Module, interface: Mapping[str, ModuleInterface]
) -> Iterator[tuple[int, str]]:
    modules: dict[str, ModuleInterface] = {}
    stored = {node.id for node in ast.walk(tree) if _is_stored(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and str(node.module) in interface:
            module = interface[str(node.module)]
            for alias in node.names:
                if _lacks(module, alias.name):
                    yield node.lineno, _fault(module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in interface and (alias.asname or alias.name) not in stored:
                    modules[alias.asname or alias.name] = interface[alias.name]
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Load()):
                if name in modules and _lacks(modules[name], attribute):
                    yield node.lineno, _fault(modules[name], attribute)


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _lacks(module: ModuleInterface, name: str) -> bool:
    known = name in module.names or name.startswith("__") or name == "*"
    return not known and module.complete


def _fault(module: ModuleInterface, name: str) -> str:
    similar = difflib.get_close_matches(name, module.names, 1)
    return f"the reference does not define {name}" + (f"; {similar[0]}?" if similar else "")
