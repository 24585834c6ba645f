"""What the student's modules define, read from the reference or, without one, from the starter.

It decides what a name is: a function, a class, an exception class or a constant. Nothing is read
from a submission, and nothing is run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from autograder.assignment import Assignment
from autograder.judge.grading_python import PYTHON
from autograder.judge.python_source import (
    Function,
    FunctionSource,
    PythonSource,
    imported,
    own_nodes,
)
from autograder.report import GraderError

_PROPERTIES = {"property", "cached_property", "setter", "deleter"}
_CLASS_MAKERS = ("namedtuple", "NamedTuple", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")


@dataclass(frozen=True)
class ClassInterface:
    """A class: its bases as they are written, and its own methods; properties are none."""

    name: str
    bases: tuple[str, ...] = ()
    methods: frozenset[str] = frozenset()


@dataclass(eq=False)
class ModuleInterface:
    """The names of a module by what they are; `imported` maps a name to its module and name.

    `functions` maps each function, and each method as `Class.method`, to its parameters. A module
    that is not `complete` has no file.
    """

    name: str
    complete: bool = True
    functions: dict[str, list[str]] = field(default_factory=dict)
    classes: dict[str, ClassInterface] = field(default_factory=dict)
    constants: dict[str, None] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)

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
        return [each for each in self.own_names if each[0] != "_"]


def read_interface(assignment: Assignment) -> dict[str, ModuleInterface]:
    """Return the interface of each of the student's modules and of the provided ones, by name.

    Raises:
        GraderError: a file is not Python.
    """
    found = {}
    for file in (*assignment.files, *assignment.provided):
        if file.endswith(".py"):
            reference = assignment.reference / file
            is_own = file in assignment.files and reference.is_file()
            found[Path(file).stem] = read_module(reference if is_own else assignment.starter / file)
    return found


def read_module(path: Path) -> ModuleInterface:
    """Return the interface of a file; that of a file which is missing has no names."""
    module = ModuleInterface(path.stem)
    if not path.is_file():
        module.complete = False
        return module
    try:
        tree = PythonSource.of_file(path).tree
    except (SyntaxError, ValueError) as error:
        raise GraderError(f"{path} cannot be read by {PYTHON}: {error}") from None
    for node in _statements(tree.body):
        _read_statement(module, node)
    return module


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those inside `if`, `try` and loops included."""
    return (n for n in own_nodes(ast.Module(body, [])) if isinstance(n, ast.stmt))


def _read_statement(module: ModuleInterface, node: ast.stmt) -> None:
    if isinstance(node, Function):
        module.functions[node.name] = FunctionSource(node).passed
    elif isinstance(node, ast.ClassDef):
        _read_class(module, node)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for name, place, inner in imported([node]):  # `import a.b` binds a.
            is_package = not inner and place.startswith(f"{name}.")
            module.imported[name] = (name if is_package else place, inner)
    else:
        value = getattr(node, "value", None)
        for name in _bound(node):
            if isinstance(value, ast.Lambda):
                module.functions[name] = [each.arg for each in value.args.args]
            elif maker := _class_maker(value):
                module.classes[name] = ClassInterface(name, (maker,))
            else:
                module.constants[name] = None


def _class_maker(value: ast.expr | None) -> str:
    """Return the function that a value like `namedtuple("Pair", "x y")` calls to make a class."""
    function = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
    return function if function.rpartition(".")[2] in _CLASS_MAKERS else ""


def _bound(node: ast.stmt) -> list[str]:
    """Return the names that a statement binds itself, not those that statements inside it bind."""
    items = [item.optional_vars for item in getattr(node, "items", [])]
    targets = [*getattr(node, "targets", []), getattr(node, "target", None), *items]
    names = (name for each in targets if each for name in ast.walk(each))
    return [n.id for n in names if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


def _read_class(module: ModuleInterface, node: ast.ClassDef, outer: str = "") -> None:
    methods: set[str] = set()
    name = f"{outer}{node.name}"
    for inner in _statements(node.body):
        if isinstance(inner, ast.ClassDef):
            _read_class(module, inner, f"{name}.")
        elif isinstance(inner, Function) and not _PROPERTIES & {
            ast.unparse(d).rpartition(".")[2] for d in inner.decorator_list
        }:
            source = FunctionSource(inner, name)
            methods.add(inner.name)
            module.functions[source.name] = source.passed
    if "__init__" in methods:
        module.functions[name] = module.functions[f"{name}.__init__"]
    bases = tuple(ast.unparse(base).partition("[")[0] for base in node.bases)
    module.classes[name] = ClassInterface(name, bases, frozenset(methods))
