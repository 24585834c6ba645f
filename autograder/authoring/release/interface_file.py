"""interface.json: what check.pyz cannot read from the starter, as it has no reference.

The starter lacks private names, imports that only answers use, attributes that `__init__` sets and
special methods. Of the reference's, those are kept that public tests mention, and the special
methods of each class that students can see: tests use them by syntax and through Python's library.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Collection, Iterable
from typing import Any

from autograder.assignment import Assignment
from autograder.authoring.release.helper_modules import helper_modules, uses_of_modules
from autograder.judge.modules.interface import ModuleInterface, read_interface, read_module


def interface_file(assignment: Assignment) -> bytes:
    """Return the file, with a table for each of the student's modules that has a reference."""
    paths = sorted(assignment.public_tests.rglob("*.py"))
    sources = [path.read_text(encoding="utf-8") for path in paths]
    trees = [ast.parse(text) for text in [*sources, *helper_modules(assignment).values()]]
    tables = {}
    for name, module in read_interface(assignment).items():
        file = f"{name}.py"
        if module.complete and file in assignment.files:
            known = read_module(assignment.starter / file)
            tables[name] = _table(module, known, _Mentioned(trees, name))
    return (json.dumps(tables, indent=1) + "\n").encode()


class _Mentioned:
    """What tests mention: `names` of a module, any that they may import by *, and `attributes`."""

    def __init__(self, trees: Iterable[ast.Module], module: str) -> None:
        self.names, self.starred, self.attributes = set[str](), set[str](), set[str]()
        texts = set[str]()
        for tree in trees:
            used = {name for _, name in uses_of_modules(tree, {module})}
            nodes = list(ast.walk(tree))
            self.names |= used
            if "*" in used:  # Imported, or the module itself is passed: setattr(module, "name", 1)
                self.starred |= {node.id for node in nodes if isinstance(node, ast.Name)}
            texts |= {*filter(None, map(_dotted, nodes))}
            self.attributes |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        for text in texts:  # As in mock.patch("module.Class.name").
            first, *others = text.split(".")
            self.attributes.update([first, *others])
            if others and first == module:
                self.names.add(others[0])
            elif "*" in self.names:
                self.names.add(first)


def _dotted(node: ast.AST) -> str:
    """Return the text of a constant that may name something; "" for any other node."""
    text = node.value if isinstance(node, ast.Constant) else None
    is_name = isinstance(text, str) and all(map(str.isidentifier, text.split(".")))
    return str(text) if is_name else ""


def _table(module: ModuleInterface, known: ModuleInterface, said: _Mentioned) -> dict[str, Any]:
    """Return what the starter's module lacks of the reference's, without what is empty."""
    names, classes = said.names | said.starred, {}
    for name, own in module.classes.items():
        old = known.classes.get(name)
        if not old and name not in names:
            continue
        table = {
            "bases": [] if old else own.bases,
            "methods": _missing(own.methods & said.attributes, old.methods if old else ()),
            "special": _missing(own.special, old.special if old else ()),
        }
        if not old or any(table.values()):
            classes[name] = _filled(table)
    bases = {
        base.partition(".")[0] for table in classes.values() for base in table.get("bases", ())
    }
    return _filled(
        {
            "functions": _missing(module.functions.keys() & names - classes.keys(), known.names),
            "classes": classes,
            "constants": _missing(module.constants.keys() & names, known.constants),
            "imported": {
                name: place
                for name, place in module.imported.items()
                if name in said.names | bases and name not in known.imported
            },
        }
    )


def _missing(names: Collection[str], known: Collection[str]) -> list[str]:
    return sorted(set(names).difference(known))


def _filled(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if value}
