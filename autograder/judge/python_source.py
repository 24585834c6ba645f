"""A Python file, read without running it: its functions, classes, bindings, imports and calls."""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

MAX_PARSED = 200_000
Function = ast.FunctionDef | ast.AsyncFunctionDef


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
        """Is it a method that gets the object or the class as its first argument?"""
        decorated = {d.id for d in self.node.decorator_list if isinstance(d, ast.Name)}
        return bool(self.owner) and "staticmethod" not in decorated

    @property
    def passed(self) -> list[str]:
        """The parameters for which a caller passes arguments."""
        return self.parameters[1 if self.is_bound else 0 :]

    def holds(self, line: int) -> bool:
        return self.node.lineno <= line <= (self.node.end_lineno or 0)

    def has_code_but(self, line: int) -> bool:
        """Does it hold more than its docstring and this line?"""
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
        return _read(path.read_bytes(), path.name)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @cached_property
    def bound_names(self) -> set[str]:
        """The names that have a meaning of the file's own anywhere; "*" is all of a module's."""
        defined = {getattr(node, "name", "") for node in self.nodes}
        imports = {name for name, *_ in imported(self.nodes)}
        return {*stored_names(self.tree), *defined, *imports}

    @cached_property
    def functions(self) -> list[FunctionSource]:
        """The functions of the module and the methods of its classes."""
        found = []
        for node in self.tree.body:
            if isinstance(node, Function):
                found.append(FunctionSource(node))
            elif isinstance(node, ast.ClassDef):
                methods = (child for child in node.body if isinstance(child, Function))
                found += [FunctionSource(child, node.name) for child in methods]
        return found

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
                for name in stored_names(node):
                    found.setdefault(name, node.lineno)
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
    def uses(self) -> dict[str, frozenset[str]]:
        """The names that each function, method, class and variable uses; of other statements, "".

        A method uses its class, and a class its special methods: Python calls them.
        """
        found: dict[str, frozenset[str]] = {}
        foreign = {*vars(builtins)} - {*self.bindings, *(name for name, _ in self.imports)}

        def add(name: str, nodes: Iterable[ast.AST], *more: str) -> None:
            used = (mentioned_names(node, foreign) for node in nodes)
            found[name] = found.get(name, frozenset()).union(more, *used)

        def read(body: Iterable[ast.stmt], owner: str) -> None:
            for node in body:
                if isinstance(node, ast.ClassDef):
                    add(node.name, [*node.bases, *node.decorator_list])
                    read(node.body, node.name)
                elif isinstance(node, ast.ImportFrom):
                    for alias in node.names:
                        add(alias.asname or alias.name, [alias])
                elif isinstance(node, Function):
                    add(node.name, [node], *filter(None, [owner]))
                    if owner and node.name.startswith("__"):
                        add(owner, [node])
                else:
                    for name in (owner and [owner]) or bound_names(node) or [""]:
                        add(name, [node])

        read(self.tree.body, "")
        return found


@lru_cache(maxsize=64)
def _read(content: bytes, name: str) -> PythonSource:
    return PythonSource(ast.parse(content, name))


def syntax_tree(text: str) -> ast.Module | None:
    """Return the syntax tree of a student's text; None if it is not Python, or slow to parse.

    The tree of a million characters may take 10 seconds and a gigabyte.
    """
    if len(text) > MAX_PARSED:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Such as one about "\d" in a student's text.
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def reachable(graph: Mapping[str, Iterable[str]], start: Iterable[str]) -> set[str]:
    """Return `start`, and all that it leads to; a name that the graph lacks leads nowhere."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += graph.get(name, ())
    return found


def mentioned_names(node: ast.AST, foreign: Container[str] = ()) -> set[str]:
    """Return the names of attributes, parameters and variables in a node, but not `foreign` ones.

    So the fixtures of a test are among them; and so is what it imports, by its own name.
    """
    found = set()
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) if name not in foreign:
                found.add(name)
            case ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                found.add(name)
    return found


def stored_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that get a value in a node: of variables and parameters."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id
        elif isinstance(each, ast.arg):
            yield each.arg


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes inside a function, except those of functions and classes within it."""
    waiting = [*ast.iter_child_nodes(function)][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting += [*ast.iter_child_nodes(node)][::-1]


def bound_names(node: ast.stmt) -> set[str]:
    """Return the names that a top-level statement defines."""
    if isinstance(node, Function | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {name for name, *_ in imported([node])}
    is_assignment = isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
    targets = getattr(node, "targets", [getattr(node, "target", node)]) if is_assignment else [node]
    return {name for target in targets for name in stored_names(target)}


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
