"""What the student's modules define, read from the reference or, without one, from the starter.

It decides what a name is: a function, a class, an exception class or a constant. Nothing is read
from a submission, and nothing is run.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import json
import sys
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from autograder.assignment import Assignment
from autograder.judge.python_source import Function, FunctionSource, PythonSource
from autograder.report import GraderError
from autograder.sandbox.operations import SPECIAL_METHODS

_COMPARING = ("__lt__", "__le__", "__gt__", "__ge__")
_PROPERTIES = ("property", "cached_property", "setter", "deleter")
_CLASS_MAKERS = ("namedtuple", "NamedTuple", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
ALWAYS = ("__copy__", "__deepcopy__")
"""Special methods that every object has, in effect."""
INTERFACE_FILE = "interface.json"
"""In a kit for students: written by `authoring/release/interface_file.py`."""
_NAMED_TUPLE = namedtuple("_NAMED_TUPLE", ())
"""Its attributes are those of each; what makes named tuples is a function."""


@dataclass(frozen=True)
class ClassInterface:
    """A class: its bases as they are written, its own methods, and its other attributes.

    `special` are its own special methods; `sets_names` says that it may have attributes which its
    source does not name.
    """

    module: str
    name: str
    bases: tuple[str, ...] = ()
    methods: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()
    sets_names: bool = False


@dataclass
class ModuleInterface:
    """The names of a module by what they are; `imported` maps a name to its module and name.

    `functions` maps each function, and each method as `Class.method`, to its parameters. A module
    that is `complete` was read from the reference, so that it has all names of tests.
    """

    name: str
    complete: bool = True
    functions: dict[str, list[str]] = field(default_factory=dict)
    classes: dict[str, ClassInterface] = field(default_factory=dict)
    constants: dict[str, None] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    exported: list[str] | None = None

    @property
    def names(self) -> list[str]:
        return [*self.own_names, *self.imported]

    @property
    def own_names(self) -> list[str]:
        functions = {name: None for name in self.functions if "." not in name}
        return list(functions | self.classes | self.constants)

    @property
    def public_names(self) -> list[str]:
        """What `from module import *` imports, without what the module itself imports."""
        own = [each for each in self.own_names if each[0] != "_"]
        return own if self.exported is None else self.exported


def read_interface(assignment: Assignment) -> dict[str, ModuleInterface]:
    """Return the interface of each of the student's modules and of the provided ones, by name.

    Students have no reference, but `INTERFACE_FILE`: what tests use and the starter lacks.

    Raises:
        GraderError: a file is not Python.
    """
    found = {}
    for file in (*assignment.files, *assignment.provided):
        if file.endswith(".py"):
            reference, starter = assignment.reference / file, assignment.starter / file
            complete = file in assignment.provided or reference.is_file()
            path = reference if file in assignment.files and complete else starter
            found[Path(file).stem] = read_module(path, complete=complete)
    added = assignment.folder / INTERFACE_FILE
    if added.is_file() and not assignment.has_reference:
        for name, table in json.loads(added.read_bytes()).items():
            _add(found[name], table)
    return found


def _add(module: ModuleInterface, table: dict[str, Any]) -> None:
    """Add what the reference has to a module that was read from the starter."""
    module.complete = True
    module.functions |= {name: [] for name in table.get("functions", ())}
    module.constants |= dict.fromkeys(table.get("constants", ()))
    module.imported |= {
        name: (place, own) for name, (place, own) in table.get("imported", {}).items()
    }
    for name, more in table.get("classes", {}).items():
        old = module.classes.get(name, ClassInterface(module.name, name))
        sets = ("methods", "attributes", "special")
        module.classes[name] = replace(
            old,
            bases=(*old.bases, *more.get("bases", ())),
            sets_names=old.sets_names or more.get("sets_names", False),
            **{each: getattr(old, each).union(more.get(each, ())) for each in sets},
        )


def read_module(path: Path, *, complete: bool = True) -> ModuleInterface:
    """Return the interface of a file; that of a file which is missing has no names."""
    module = ModuleInterface(path.stem, complete)
    if not path.is_file():
        module.complete = False
        return module
    try:
        tree = PythonSource.of_file(path).tree
    except (SyntaxError, ValueError) as error:
        raise GraderError(f"{path} cannot be read: {error}") from None
    for node in _statements(tree.body):
        _read_statement(module, node)
    return module


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those inside `if`, `try` and loops included."""
    for node in body:
        yield node
        if not isinstance(node, (*Function.__args__, ast.ClassDef)):
            for block in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, block, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _read_statement(module: ModuleInterface, node: ast.stmt) -> None:
    if isinstance(node, Function):
        module.functions[node.name] = FunctionSource(node).passed
    elif isinstance(node, ast.ClassDef):
        _read_class(module, node)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            module.imported[alias.asname or alias.name] = (node.module or "", alias.name)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            module.imported[name] = (alias.name if alias.asname else name, "")
    else:
        value = getattr(node, "value", None)
        for name in _bound(node):
            if isinstance(value, ast.Lambda):
                module.functions[name] = [each.arg for each in value.args.args]
            elif maker := _class_maker(value):
                made = ClassInterface(module.name, name, (maker,), sets_names=True)
                module.classes[name] = made
            elif name == "__all__" and isinstance(value, (ast.List, ast.Tuple)):
                module.exported = [each.value for each in value.elts if _is_text(each)]  # type: ignore[attr-defined]
            else:
                module.constants[name] = None


def _class_maker(value: ast.expr | None) -> str:
    """Return the function that a value like `namedtuple("Pair", "x y")` calls to make a class."""
    function = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
    return function if function.rpartition(".")[2] in _CLASS_MAKERS else ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _bound(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds itself, not those that statements inside it bind."""
    targets: list[ast.AST] = [*getattr(node, "targets", [])]
    if target := getattr(node, "target", None):
        targets.append(target)
    targets += [item.optional_vars for item in getattr(node, "items", []) if item.optional_vars]
    for each in targets:
        for name in ast.walk(each):
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                yield name.id


def _read_class(module: ModuleInterface, node: ast.ClassDef) -> None:
    methods: set[str] = set()
    attributes: set[str] = set()
    for inner in _statements(node.body):
        if isinstance(inner, Function):
            source = FunctionSource(inner, node.name)
            if _is_property(inner):
                attributes.add(inner.name)
            else:
                methods.add(inner.name)
                module.functions[source.name] = source.passed
        else:
            attributes.update(_bound(inner))
    attributes.update(_set_on_self(node))
    calls = {ast.unparse(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}
    decorators = [ast.unparse(each) for each in node.decorator_list]
    special = (methods | attributes) & SPECIAL_METHODS.keys()
    special |= _special_of_decorators(decorators)
    if "__init__" in methods:
        module.functions[node.name] = module.functions[f"{node.name}.__init__"]
    module.classes[node.name] = ClassInterface(
        module.name,
        node.name,
        tuple(ast.unparse(base).partition("[")[0] for base in node.bases),
        frozenset(methods),
        frozenset(attributes),
        frozenset(special),
        sets_names=bool(calls & {"setattr", "vars"}) or "__getattr__" in methods
        or any(isinstance(each, ast.Attribute) and each.attr == "__dict__"
               for each in ast.walk(node)),
    )  # fmt: skip


def _is_property(method: Function) -> bool:
    names = (ast.unparse(each).rpartition(".")[2] for each in method.decorator_list)
    return any(name in _PROPERTIES for name in names)


def _set_on_self(node: ast.ClassDef) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            yield each.attr


def _special_of_decorators(decorators: list[str]) -> set[str]:
    found: set[str] = set()
    for decorator in decorators:
        name = decorator.partition("(")[0].rpartition(".")[2]
        if name == "dataclass":
            found |= {"__eq__", "__repr__"}
            found |= set(_COMPARING) if "order=True" in decorator else set()
            found |= {"__hash__"} if "frozen=True" in decorator else set()
        elif name == "total_ordering":
            found |= set(_COMPARING)
    return found


def base_class(module: ModuleInterface, base: str) -> Any:
    """Return the class of Python's own that a base stands for; None if it is unknown."""
    if base in module.imported:
        place, name = module.imported[base]
        found = _library(place, name) if name else None
    elif "." in base:
        prefix, _, name = base.rpartition(".")
        found = _library(module.imported.get(prefix, (prefix, ""))[0], name)
    else:
        found = getattr(builtins, base, None)
    return _NAMED_TUPLE if found in (NamedTuple, namedtuple) else found


def _library(module: str, name: str) -> Any:
    if module.partition(".")[0] not in sys.stdlib_module_names:
        return None
    return getattr(importlib.import_module(module), name, None)


def special_methods_of(kind: Any) -> set[str]:
    """Return the special methods that a class of Python's own gives to those derived from it."""
    return {
        name
        for name in SPECIAL_METHODS
        if getattr(kind, name, None) is not getattr(object, name, None)
    }
