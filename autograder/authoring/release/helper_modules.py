"""The modules next to the public tests, without what only hidden tests use.

One such module serves both kinds of tests, and its boards for hidden tests are hidden, too.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TypeVar

from autograder.assignment import Assignment
from autograder.judge.python_source import PythonSource

_ALL = "*"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_Statement = TypeVar("_Statement", bound=ast.stmt)


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
    tree: ast.AST, modules: Collection[str], top: ast.Module | None = None
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
        self.own = {name for statement in self.tree.body for name in _bound(statement)}

    def kept(self, wanted: set[str]) -> list[ast.stmt]:
        """Return the statements that define the wanted names, or what these need.

        Imports are without the names that nothing needs.
        """
        if _ALL in wanted:
            return self.tree.body
        needed, kept = set(wanted), set[ast.stmt]()
        while more := [s for s in self.tree.body if s not in kept and self._needs(s, needed)]:
            kept.update(more)
            needed |= {node.id for s in more for node in ast.walk(s) if isinstance(node, ast.Name)}
        return [
            _trimmed(statement, needed)
            for statement, before in zip(self.tree.body, [None, *self.tree.body], strict=False)
            if statement in kept or (_is_text(statement) and (before is None or before in kept))
        ]

    def _needs(self, statement: ast.stmt, needed: set[str]) -> bool:
        """Does a statement define a needed name, or change it?

        One that has to do with no name of the module's own is always needed.
        """
        if _is_text(statement):
            return False
        if isinstance(statement, _IMPORTS):
            return bool(_trimmed(statement, needed).names)
        if isinstance(statement, (*_DEFINITIONS, ast.Assign, ast.AnnAssign, ast.AugAssign)):
            return bool(_bound(statement) & needed)
        names = _bound(statement) | _names_in(statement)
        return not names & self.own or bool(names & self.own & needed)

    def source(self, wanted: set[str]) -> str:
        """Return the source of the statements that stay; all of it if all do."""
        kept, text = self.kept(wanted), ""
        if kept == self.tree.body:
            return self.text
        lines, ends = self.text.splitlines(), [0, *(s.end_lineno or 0 for s in self.tree.body)]
        for statement in kept:
            first = min([statement.lineno, *(d.lineno for d in _decorators(statement))])
            gap = lines[max(end for end in ends if end < first) : first - 1]
            whole = "\n".join(lines[first - 1 : statement.end_lineno])
            shown = whole if statement in self.tree.body else ast.unparse(statement)
            text += "\n" * min(2, gap.count("")) + shown + "\n"
        return text.lstrip("\n")


def _parsed(path: Path) -> ast.Module:
    return PythonSource.of_file(path).tree


def _decorators(statement: ast.stmt) -> list[ast.expr]:
    return statement.decorator_list if isinstance(statement, _DEFINITIONS) else []


def _is_text(statement: ast.stmt) -> bool:
    """Is a statement a docstring, of the module or of what stands before it?"""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _trimmed(statement: _Statement, needed: set[str]) -> _Statement:
    """Return a statement; if it imports names that nothing needs, one without them."""
    if not isinstance(statement, _IMPORTS):
        return statement
    known = {*needed, _ALL, "annotations"}
    aliases = statement.names
    kept = [each for each in aliases if (each.asname or each.name).partition(".")[0] in known]
    if len(kept) == len(aliases):
        return statement
    fields = {**vars(statement), "names": kept}
    return type(statement)(**fields)


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines, or whose value it changes in part."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Import() | ast.ImportFrom():
            return set()
        case ast.Assign(targets=targets):
            return _names_in(*targets)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return _names_in(target)
    inside = (each for each in ast.walk(statement) if isinstance(each, ast.stmt))
    return set().union(*(_bound(each) for each in inside if each is not statement))


def _names_in(*nodes: ast.AST) -> set[str]:
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name)}
