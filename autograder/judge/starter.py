"""What an assignment's starter defines, and so what its tests may ask a submission for."""

from __future__ import annotations

import ast
import builtins
import collections
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path, PurePath
from types import FunctionType

from autograder.assignment import Assignment
from autograder.judge.anonymous_code import bound_names
from autograder.judge.definitions import Function, functions_in
from autograder.report import GraderError

_LIBRARY_METHODS = frozenset(
    name
    for kind in (Decimal, PurePath, collections.deque, date, datetime, time, timedelta)
    for name in dir(kind)
    if callable(getattr(kind, name))
)


@dataclass(frozen=True)
class Starter:
    """The starter of an assignment, which may lack some of its files.

    `types` are those whose values cross as data, by name.
    """

    assignment: Assignment
    types: Mapping[str, type]

    def functions(self, file: str) -> dict[str, list[str]]:
        """Return the parameters of each function, and of each method as `Class.method`, of a file.

        A property is an attribute: tests do not call it.
        """
        return _functions(self.assignment.starter, file)

    def defines(self, file: str, function: str) -> bool:
        """Does a file have such a function, or method `Class.method`?"""
        return function in self.functions(file)

    def home(self, file: str, name: str) -> str:
        """Return the module of another file that defines a name; "" if there is none.

        A file that imports the name does not define it.
        """
        folder = self.assignment.starter
        if name in _bound(folder, file):
            return ""
        homes = (Path(other).stem for other in self._files if name in _bound(folder, other))
        return next(homes, "")

    def defines_method(self, name: str) -> bool:
        """Does a class have such a method, or a type of Python's that it extends?"""
        files = self._files
        known = (key for file in files for key in self.functions(file))
        return any(key.partition(".")[2] == name for key in known) or any(
            hasattr(base, name) for file in files for base in _bases(self.assignment.starter, file)
        )

    @property
    def has_classes(self) -> bool:
        """Is there a class, provided or not, whose objects stay in the worker?

        Where one of the student's files has no starter, there may be.
        """
        folder = self.assignment.starter
        if not all((folder / file).is_file() for file in self.assignment.files):
            return True
        return any(
            owner.name not in self.types and not _is_exception(owner)
            for file in self._files
            for owner in _classes(folder, file)
        )

    def is_of_data(self, name: str) -> bool:
        """Is it a method or property of the types of values that cross as data?

        A test may give it the right answer, or ask it whether the value is right.
        """
        types = self.types.values()
        own = {base for kind in types for base in kind.__mro__ if base in types}
        return name in _LIBRARY_METHODS or any(
            isinstance(vars(kind).get(name), (FunctionType, property)) for kind in own
        )

    @property
    def _files(self) -> tuple[str, ...]:
        return (*self.assignment.files, *self.assignment.provided)


@cache
def _functions(folder: Path, file: str) -> dict[str, list[str]]:
    return {
        each.name: each.passed
        for each in functions_in(_tree(folder, file), file)
        if not (each.owner and _is_property(each.node))
    }


@cache
def _bound(folder: Path, file: str) -> frozenset[str]:
    """Return the names that a file defines, without those that it imports."""
    imports = (ast.Import, ast.ImportFrom)
    body = (node for node in _tree(folder, file).body if not isinstance(node, imports))
    return frozenset(name for node in body for name in bound_names(node))


def _is_property(method: Function) -> bool:
    return any(
        ast.unparse(each).rpartition(".")[2] in ("property", "cached_property", "setter")
        for each in method.decorator_list
    )


@cache
def _classes(folder: Path, file: str) -> list[ast.ClassDef]:
    return [node for node in _tree(folder, file).body if isinstance(node, ast.ClassDef)]


def _is_exception(owner: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith(("Error", "Exception")) for base in owner.bases)


@cache
def _bases(folder: Path, file: str) -> list[type]:
    """Return Python's types, such as `list` or `Counter`, that the classes of a file extend."""
    classes = _classes(folder, file)
    named = {ast.unparse(base).partition("[")[0] for owner in classes for base in owner.bases}
    names = {name.rpartition(".")[2] for name in named}
    found = (getattr(module, name, None) for module in (builtins, collections) for name in names)
    return [each for each in found if isinstance(each, type)]


def _tree(folder: Path, file: str) -> ast.Module:
    """Return the syntax tree of a file; an empty one if there is no file.

    Raises:
        GraderError: it is not Python.
    """
    path = folder / file
    if not path.is_file():
        return ast.Module([], [])
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError) as error:
        raise GraderError(f"{path} cannot be read: {error}") from None
