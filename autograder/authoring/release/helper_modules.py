"""The modules next to the public tests, without what only hidden tests use.

One such module serves both kinds of tests, and its boards for hidden tests are hidden, too.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.assignment import Assignment

_ALL = "*"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def helper_modules(assignment: Assignment) -> dict[str, str]:
    """Return the source of each module that public tests import, by file name.

    Of a module's statements only those stay that the tests need, directly or not.
    """
    paths = {path.stem: path for path in assignment.folder.glob("*.py")}
    modules = {name: _Module(path) for name, path in paths.items()}
    wanted: dict[str, set[str]] = defaultdict(set)
    trees = [_parsed(test) for test in sorted(assignment.public_tests.rglob("*.py"))]
    waiting = [use for tree in trees for use in uses_of_modules(tree, paths)]
    while waiting:
        module, name = waiting.pop()
        if name not in wanted[module]:
            wanted[module].add(name)
            for statement in modules[module].kept(wanted[module]):
                waiting += uses_of_modules(statement, paths, modules[module].tree)
    return {f"{name}.py": modules[name].source(wanted[name]) for name in sorted(wanted)}


def uses_of_modules(
    tree: ast.AST, modules: Mapping[str, Path], top: ast.Module | None = None
) -> Iterator[tuple[str, str]]:
    """Yield each module and name in it that code uses; the name is * for all of them.

    `top` is the module around the code, where modules are imported, too.
    """
    called: dict[str, str] = {}
    for node in (*ast.walk(tree), *(top.body if top else ())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in modules:
                    called[alias.asname or alias.name] = alias.name
    of_attributes = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=aliases) if module in modules:
                yield from ((module, alias.name) for alias in aliases)
            case ast.Attribute(value=ast.Name(id=name) as owner, attr=attribute) if name in called:
                of_attributes.add(owner)
                yield called[name], attribute
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in called and node not in of_attributes:
            yield called[node.id], _ALL


class _Module:
    """A helper module, as statements of which some can be left out."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)

    def kept(self, wanted: set[str]) -> list[ast.stmt]:
        """Return the statements that define the wanted names, or what these need."""
        if _ALL in wanted:
            return self.tree.body
        needed, kept = set(wanted), set[ast.stmt]()
        while more := [s for s in self.tree.body if s not in kept and _is_needed(s, needed)]:
            kept.update(more)
            needed |= {node.id for s in more for node in ast.walk(s) if isinstance(node, ast.Name)}
        return [
            statement
            for statement, before in zip(self.tree.body, [None, *self.tree.body], strict=False)
            if statement in kept or (_is_text(statement) and (before is None or before in kept))
        ]

    def source(self, wanted: set[str]) -> str:
        """Return the source of the statements that stay; all of it if all do."""
        kept = self.kept(wanted)
        if len(kept) == len(self.tree.body):
            return self.text
        lines, pieces = self.text.splitlines(), []
        for statement in kept:
            first = min([statement.lineno, *(d.lineno for d in _decorators(statement))])
            gap = "\n\n" if isinstance(statement, _DEFINITIONS) else ""
            pieces.append(gap + "\n".join(lines[first - 1 : statement.end_lineno]) + gap)
        return "\n".join(pieces).strip("\n") + "\n"


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _decorators(statement: ast.stmt) -> list[ast.expr]:
    return statement.decorator_list if isinstance(statement, _DEFINITIONS) else []


def _is_text(statement: ast.stmt) -> bool:
    """Is a statement a docstring, of the module or of what stands before it?"""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_needed(statement: ast.stmt, needed: set[str]) -> bool:
    """Does a statement define a needed name? One that defines nothing is always needed."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name in needed
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            bound = {(alias.asname or alias.name).partition(".")[0] for alias in aliases}
            return bool(bound & {*needed, _ALL, "annotations"})
        case ast.Assign(targets=targets):
            return bool(_names_in(*targets) & needed)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return bool(_names_in(target) & needed)
    return not _is_text(statement)


def _names_in(*targets: ast.expr) -> set[str]:
    return {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
