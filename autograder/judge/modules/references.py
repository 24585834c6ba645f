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
    found = []
    for line, module, name in dict.fromkeys(_used(tree, interface)):
        known = name in module.names or name.startswith("__") or name == "*"
        if not known and module.complete:
            similar = difflib.get_close_matches(name, module.names, 1)
            remedy = f"; {similar[0]}?" if similar else ""
            fault = f"the reference does not define {name}{remedy}"
            found.append((line, f"{path}, line {line}: {fault}"))
    return [fault for _, fault in sorted(found)]


def _used(
    tree: ast.Module, interface: Mapping[str, ModuleInterface]
) -> Iterator[tuple[int, ModuleInterface, str]]:
    """Yield the names that tests import from modules, or use as their attributes."""
    nodes = list(ast.walk(tree))
    modules: dict[str, ModuleInterface] = {}
    for node in nodes:
        match node:
            case ast.ImportFrom(module=str(place), names=names, level=0) if place in interface:
                yield from ((node.lineno, interface[place], alias.name) for alias in names)
            case ast.Import(names=names):
                found = [alias for alias in names if alias.name in interface]
                modules |= {a.asname or a.name: interface[a.name] for a in found}
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                modules.pop(name, None)
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Load()):
                if name in modules:
                    yield node.lineno, modules[name], attribute
