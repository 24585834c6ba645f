"""A Python file, read without running it: its functions, classes, bindings, imports and calls."""

from __future__ import annotations

import ast
import builtins
import re
import threading
import warnings
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

MAX_PARSED = 200_000
Function = ast.FunctionDef | ast.AsyncFunctionDef
T = TypeVar("T")
_PARSING = threading.Lock()


@dataclass(frozen=True)
class FunctionSource:
    """A function, or a method of the class `owner`."""

    node: Function
    owner: str = ""

    @property
    def name(self) -> str:
        """The function's name; of a method, `Class.method`."""
        return f"{self.owner}.{self.node.name}" if self.owner else self.node.name

    @property
    def parameters(self) -> list[str]:
        arguments = self.node.args
        return [each.arg for each in (*arguments.posonlyargs, *arguments.args)]

    @property
    def is_bound(self) -> bool:
        """Whether this is a method that gets the object or the class as its first argument."""
        decorated = {d.id for d in self.node.decorator_list if isinstance(d, ast.Name)}
        return bool(self.owner) and "staticmethod" not in decorated

    @property
    def passed(self) -> list[str]:
        """The parameters for which a caller passes arguments."""
        return self.parameters[1 if self.is_bound else 0 :]

    @property
    def variables(self) -> set[str]:
        """The names that something in it binds."""
        return {*map(bound_by, [*ast.walk(self.node)][1:])} - {""}

    def holds(self, line: int) -> bool:
        return self.node.lineno <= line <= (self.node.end_lineno or 0)

    def has_code_but(self, line: int) -> bool:
        """Return whether the function holds more than its docstring and this line."""
        return any(
            statement.lineno != line
            for statement in self.node.body
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        )


@dataclass(frozen=True)
class PythonSource:
    """A module. What is not Python, or would be slow to parse, is like an empty module."""

    tree: ast.Module
    is_python: bool = True

    @staticmethod
    @lru_cache(maxsize=16)
    def of(text: str) -> PythonSource:
        """Read the text of a student's file."""
        tree = syntax_tree(text)
        return PythonSource(tree or ast.Module([], []), tree is not None)

    @staticmethod
    def of_file(path: Path) -> PythonSource:
        """Read a file of the kit's.

        Raises:
            SyntaxError: it is not Python.
        """
        return PythonSource(parse(path.read_bytes(), path.name))

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @cached_property
    def bound_names(self) -> set[str]:
        """The names that have a meaning of the file's own anywhere; "*" is all of a module's."""
        return {*map(bound_by, self.nodes)}

    @cached_property
    def pieces(self) -> list[tuple[ast.stmt | ast.expr, str]]:
        """The statements outside of functions; of a class, all that is in it, with its name."""
        found: list[tuple[ast.stmt | ast.expr, str]] = []
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                inner: list[ast.stmt | ast.expr] = [*node.bases, *node.decorator_list, *node.body]
                found += [(each, node.name) for each in inner]
            else:
                found.append((node, ""))
        return found

    @cached_property
    def functions(self) -> list[FunctionSource]:
        """The functions of the module and the methods of its classes."""
        pieces = self.pieces
        return [FunctionSource(node, owner) for node, owner in pieces if isinstance(node, Function)]

    @cached_property
    def redefined(self) -> dict[str, list[int]]:
        """The functions, methods and classes that a later one of the name replaces, with lines."""
        bodies = {"": self.tree.body} | {name: each.body for name, each in self.classes.items()}
        lines = defaultdict[str, list[int]](list)
        for owner, body in bodies.items():
            for each in body:
                if isinstance(each, Function | ast.ClassDef) and not each.decorator_list:
                    lines[f"{owner}.{each.name}" if owner else each.name].append(each.lineno)
        return {name: found for name, found in lines.items() if len(found) > 1}

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        return {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}

    @cached_property
    def bindings(self) -> dict[str, int]:
        """The names of functions, classes and variables, each with the line that binds it first."""
        found: dict[str, int] = {}
        for node in self.tree.body:
            if isinstance(node, Function | ast.ClassDef):
                found.setdefault(node.name, node.lineno)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                for name in map(bound_by, own_nodes(node)):
                    found.setdefault(name, node.lineno)
        found.pop("", None)
        return found

    @cached_property
    def imports(self) -> list[tuple[str, str]]:
        """The names that the module imports, each with the module that it comes from."""
        return [(name, module) for name, module, _ in imported(self.tree.body)]

    @cached_property
    def modules(self) -> set[str]:
        """The modules that it imports, also in functions."""
        return {module for _, module, _ in imported(self.nodes)}

    @cached_property
    def uses(self) -> Mapping[str, set[str]]:
        """The names that each function, method, class and variable uses; of other statements, "".

        What is imported from a module is `module.name`, and a parameter, which may be a fixture,
        is `(name)`; other local variables are left out. A method uses its class, and a class its
        special methods: Python calls them.
        """
        found = defaultdict[str, set[str]](set, {name: set() for name in self.classes})
        for node, owner in self.pieces:
            if isinstance(node, ast.Import | ast.ImportFrom):
                continue
            names = {owner} if owner else {*map(bound_by, own_nodes(node))} - {""} or {""}
            used = self._used_in(node)
            if isinstance(node, Function):
                names = {node.name, owner if owner and node.name.startswith("__") else node.name}
                used |= {owner} - {""}
            for name in names:
                found[name] |= used
        return found

    @cached_property
    def _origins(self) -> dict[str, str]:
        """Map imported names to full ones, such as `sqrt` to `math.sqrt`."""
        names = imported(self.nodes)
        return {name: f"{module}.{inner}" if inner else module for name, module, inner in names}

    def _used_in(self, node: ast.AST) -> set[str]:
        """Return what a statement uses, as in `uses`; builtins are left out."""
        local, used = set[str](), set[str]()
        if isinstance(node, Function):
            parameters = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
            local, used = FunctionSource(node).variables, {f"({name})" for name in parameters}
        unknown = (local | vars(builtins).keys() - self.bindings.keys()) - self._origins.keys()
        for each in ast.walk(node):
            match each:
                case ast.Name(id=name) if name not in unknown:
                    used.add(self._origins.get(name, name))
                case ast.Attribute(value=ast.Name(id=module), attr=name) if (
                    self._origins.get(module) in self.modules
                ):
                    used.add(f"{self._origins[module]}.{name}")
                case ast.Attribute(attr=name):
                    used.add(name)
        return used


def parse(source: str | bytes, name: str = "<unknown>") -> ast.Module:
    """Parse a module: threads take turns, since two at a time may raise SystemError in Python 3.11.

    There, the parser keeps its depth in one place for all threads, which take turns within it
    whenever garbage with a finalizer is collected.
    """
    with _PARSING:
        return ast.parse(source, name)


def syntax_tree(text: str) -> ast.Module | None:
    """Return the syntax tree of a student's text; None if it is not Python, or slow to parse.

    The tree of a million characters may take 10 seconds and a gigabyte.
    """
    if len(text) > MAX_PARSED:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Such as one about "\d" in a student's text.
            return parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_test_file(name: str) -> bool:
    """Return whether a file is one of tests, by the words of its name."""
    words = re.split(r"[\W_]+", name.rpartition("/")[2].casefold())
    return words[-1] == "py" and not {"test", "tests"}.isdisjoint(words)


def is_test(node: ast.AST) -> TypeGuard[Function]:
    return isinstance(node, Function) and is_test_name(node.name)


def is_test_name(name: str) -> bool:
    """Does pytest run a function, method or class of this name?"""
    return name.replace("::", ".").rpartition(".")[2].startswith(("test", "Test"))


def to_document(
    name: str, tree: ast.Module, given: Container[str]
) -> Iterator[Function | ast.ClassDef]:
    """Yield what needs a docstring in a student's file: public functions, classes and methods.

    Given functions need none, nor do tests, whose names say what they test.
    """
    bodies: list[ast.Module | ast.ClassDef] = [] if is_test_file(name) else [tree]
    for body in bodies:
        for node in body.body:
            if not isinstance(node, Function | ast.ClassDef):
                continue
            if isinstance(node, ast.ClassDef):
                bodies.append(node)
            if node.name not in given and not (node.name[0] == "_" or is_test_name(node.name)):
                yield node


def reachable(graph: Mapping[Any, Iterable[Any]], start: Iterable[T]) -> set[T]:
    """Return `start`, and all that it leads to; a name that the graph lacks leads nowhere."""
    found: set[T] = set()
    waiting = list(start)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += graph.get(name, ())
    return found


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes inside a function or statement, except those of functions within it.

    Nor does it yield what is inside classes, or the variables of comprehensions.
    """
    waiting = [*ast.iter_child_nodes(function)][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.comprehension):
            waiting += [*node.ifs[::-1], node.iter]
        elif not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting += [*ast.iter_child_nodes(node)][::-1]


def bound_by(node: ast.AST) -> str:
    """Return the name that a node binds, but not those that nodes inside it bind; or ""."""
    match node:
        case ast.alias():
            return (node.asname or node.name).partition(".")[0]
        case (
            ast.Name(id=name, ctx=ast.Store())
            | ast.arg(arg=name)
            | ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):
            return name
    return ""


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str, str]]:
    """Yield each name that nodes import, its module, and what of that it is; "" for the module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0], alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, node.module or "", alias.name


def starts_program(node: ast.AST) -> bool:
    """Is it a statement such as `if __name__ == "__main__":`?"""
    if not isinstance(node, ast.If):
        return False
    return any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))
