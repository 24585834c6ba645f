"""What the names in a file of tests use of the submission, directly or through helpers."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

from autograder.assignment import Assignment
from autograder.authoring.verify.uses import definitions_of
from autograder.judge.python_source import Function, PythonSource, bound_names

Uses = dict[str, frozenset[str]]
"""Names of the student's modules by the names that use them; "" stands for any other use."""
ANY = frozenset({""})
FIXTURES: Uses = {"program": ANY, "suite": ANY}
"""The fixtures that use a submission."""
_IMPORTING = ("import_module", "__import__")


class NamesInTests:
    """The names of one file of tests.

    `imported` maps those that it imports from the student's modules, and `uses` all that use one:
    helper functions, fixtures and classes, too.
    """

    def __init__(
        self, assignment: Assignment, path: Path, tree: ast.Module, seen: Collection[Path] = ()
    ) -> None:
        self.assignment, self.seen = assignment, {path, *seen}
        self.modules = {Path(file).stem for file in assignment.files}
        self.imported: Uses = {}
        self.uses: Uses = dict(FIXTURES)
        self._around: dict[ast.AST, ast.ClassDef] = {
            inner: node
            for node in tree.body
            if isinstance(node, ast.ClassDef)
            for inner in node.body
        }
        for folder in dict.fromkeys((assignment.folder, path.parent)):
            self.uses |= self._names_of_file(folder / "conftest.py")
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self._import_names(node)
            elif isinstance(node, ast.Import):
                self._import_modules(node)
        self.uses |= self.imported
        self._follow(tree)

    def _import_names(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        names = self._names_of_module(module)
        found = self.imported if module in self.modules else self.uses
        for alias in node.names:
            if alias.name == "*":
                found |= names
            elif alias.name in names or module in self.modules:
                found[alias.asname or alias.name] = names.get(alias.name, ANY)

    def _import_modules(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.asname or alias.name
            names = self._names_of_module(alias.name)
            found = self.imported if alias.name in self.modules else self.uses
            found |= {f"{name}.{inner}": uses for inner, uses in names.items()}
            if alias.name in self.modules:
                found[name] = ANY

    def _names_of_module(self, module: str) -> Uses:
        """Return the names that use a submission in a module that tests import."""
        file = f"{module}.py"
        if module not in self.modules:
            return self._names_of_file(self.assignment.folder / file)
        for folder in (self.assignment.reference, self.assignment.starter):
            if (folder / file).is_file():
                names = definitions_of(folder, (file,)).of_file[file]
                return {name: frozenset({name}) for name in names}
        return {}

    def _names_of_file(self, path: Path) -> Uses:
        if path in self.seen or not path.is_file():
            return {}
        try:
            tree = PythonSource.of_file(path).tree
        except (SyntaxError, ValueError):
            return {}  # `check_tests` reports it.
        return NamesInTests(self.assignment, path, tree, self.seen).uses

    def _follow(self, tree: ast.Module) -> None:
        """Find what functions, fixtures, classes and variables of the file use."""
        changed = True
        while changed:
            changed = False
            for node in tree.body:
                for name in _bound(node) if (found := self.in_code(node)) else ():
                    before = self.uses.get(name, frozenset())
                    self.uses[name] = before | found
                    changed |= self.uses[name] != before

    def in_code(self, tree: ast.AST) -> frozenset[str]:
        """Return what code uses of the student's modules; empty if it uses no submission."""
        return frozenset().union(*self._found(tree, self.uses))

    def calls_submission(self, function: ast.expr) -> bool:
        """Is a function that is called one of the student's, not one of the tests?"""
        return any(self._found(function, self.imported))

    def in_test(self, test: Function) -> frozenset[str]:
        """Return what a test uses, with what the other methods of its class prepare for it."""
        found = self.in_code(test)
        around = self._around.get(test)
        if around:
            others = (node for node in around.body if not is_test(node))
            bases_and_marks = (*around.bases, *around.decorator_list)
            found = found.union(*map(self.in_code, (*others, *bases_and_marks)))
        return found

    def in_tests(self, tree: ast.Module) -> frozenset[str]:
        """Return what the tests of the file use."""
        return frozenset().union(*map(self.in_test, tests_in(tree)))

    def _found(
        self, tree: ast.AST, names: Mapping[str, frozenset[str]]
    ) -> Iterator[frozenset[str]]:
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name) | ast.arg(arg=name):
                    yield names.get(name, frozenset())
                case ast.Attribute(value=ast.Name(id=owner), attr=name):
                    yield names.get(f"{owner}.{name}", frozenset())
                case ast.Call(func=function, args=[ast.Constant(value=str(text)), *_]):
                    called = ast.unparse(function).rpartition(".")[2]
                    if called in _IMPORTING and text in self.modules:
                        yield ANY
                    elif called == "usefixtures":
                        yield names.get(text, frozenset())


def _bound(node: ast.stmt) -> set[str]:
    """Return the names of a module that a statement binds, those in functions included."""
    shared = (inner for inner in ast.walk(node) if isinstance(inner, ast.Global))
    own = set() if isinstance(node, ast.Import | ast.ImportFrom) else bound_names(node)
    return own.union(*(inner.names for inner in shared))


def tests_in(tree: ast.Module) -> Iterator[Function]:
    """Yield the tests of a module, those in classes too."""
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if is_test(inner):
                yield inner


def is_test(node: ast.AST) -> TypeGuard[Function]:
    return isinstance(node, Function) and node.name.startswith("test")
