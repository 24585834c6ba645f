"""Code for replacement functions that does not show whether they are right or wrong.

A student's tests share a process with the functions that they test, and can read everything about
them. So all replacements, right and wrong, take the same form: no docstrings, annotations, line
numbers or authors' names, no definitions that are not needed, and one order.
"""

from __future__ import annotations

import ast
import builtins
import marshal
from collections.abc import Iterable, Iterator, Sequence

from autograder.judge.python_source import starts_program

BY_NAME = ("dir", "eval", "exec", "getattr", "globals", "locals", "vars")
"""Functions that find variables by their names: code that uses one keeps all of its names."""

POSITION = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}


def compiled(source: str, functions: Sequence[str], module: str) -> bytes:
    """Return the marshalled code of a module that defines the functions."""
    tree = anonymous(source, functions)
    for node in _nodes(tree):
        if node._attributes:
            node.__dict__ |= POSITION
    return marshal.dumps(compile(tree, f"<{module}>", "exec"))


def anonymous(source: str, functions: Sequence[str], elsewhere: Sequence[str] = ()) -> ast.Module:
    """Return only what the functions need, in one order and without the author's names.

    Definitions of the names in `elsewhere` are left out.
    """
    tree = ast.parse(source)
    _Stripper().visit(tree)
    body = [node for node in tree.body if not starts_program(node)]
    body = [node for node in body if not set(elsewhere) & bound_names(node)]
    if not set(_names(tree)) & set(BY_NAME):
        body = _needed(_without_overridden(body), functions)
    return _renamed(ast.Module(body, type_ignores=[]), {*functions, *elsewhere})


def _nodes(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes of a tree in the order of `ast.walk`, in half the time."""
    found = [tree]
    for node in found:  # It grows during the loop.
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [item for item in value if isinstance(item, ast.AST)]
    return found


def _names(node: ast.AST) -> list[str]:
    """Return the names in a node, in the order of `ast.walk`."""
    return [found.id for found in _nodes(node) if isinstance(found, ast.Name)]


def bound_names(node: ast.stmt) -> set[str]:
    """Return the names that a top-level statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return {
        found.id
        for found in _nodes(node)
        if isinstance(found, ast.Name) and isinstance(found.ctx, ast.Store)
    }


def _runs_no_code(node: ast.stmt) -> bool:
    """Does a statement only define a function, so that it may stand anywhere before a call?"""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
    return all(isinstance(default, ast.Constant) for default in defaults)


def _without_overridden(body: list[ast.stmt]) -> list[ast.stmt]:
    """Leave out functions that are defined again before any code can have used them."""
    kept = []
    bound = [bound_names(node) for node in body]
    for i, node in enumerate(body):
        name = node.name if isinstance(node, ast.FunctionDef) else ""
        later = [j for j in range(i + 1, len(body)) if name in bound[j]]
        between = body[i + 1 : later[0]] if later else []
        used = any(name in _names(other) for other in between if not _runs_no_code(other))
        if not later or used or not isinstance(body[later[0]], ast.FunctionDef):
            kept.append(node)
    return kept


def _needed(body: list[ast.stmt], functions: Sequence[str]) -> list[ast.stmt]:
    """Return imports, then functions in the order of their first use, then all other code."""
    defining: dict[str, list[ast.stmt]] = {}
    waiting = list(functions)
    for node in body:
        for name in bound_names(node):
            defining.setdefault(name, []).append(node)
        if _acts(node):
            waiting += _names(node)
    found: list[ast.stmt] = [node for node in body if _acts(node)]
    seen: set[str] = set()
    for name in waiting:  # It grows during the loop.
        if name not in seen:
            seen.add(name)
            for node in defining.get(name, []):
                if node not in found:
                    found.append(node)
                waiting += _names(node)
    imports = [n for n in found if isinstance(n, (ast.Import, ast.ImportFrom))]
    movable = [
        node
        for node in found
        if isinstance(node, ast.FunctionDef)
        and _runs_no_code(node)
        and len(defining[node.name]) == 1
    ]
    placed = {id(node) for node in (*imports, *movable)}
    rest = [node for node in body if node in found and id(node) not in placed]
    return [*imports, *movable, *rest]


def _acts(node: ast.stmt) -> bool:
    """Is it a statement that may do more than define names, such as a loop?"""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
    return not isinstance(node, (*definitions, ast.Import, ast.ImportFrom)) and not (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


class _Stripper(ast.NodeTransformer):
    """Removes docstrings and annotations; those of a class's fields have a meaning."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        _remove_docstring(node)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        _remove_docstring(node)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        _remove_docstring(node)
        for statement in node.body:
            if not isinstance(statement, ast.AnnAssign):
                self.visit(statement)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name) or node.value is None:
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def _remove_docstring(node: ast.Module | ast.FunctionDef | ast.ClassDef) -> None:
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        del node.body[0]
        if not node.body and not isinstance(node, ast.Module):
            node.body.append(ast.Pass())


def _renamed(tree: ast.Module, kept: set[str]) -> ast.Module:
    """Number the variables and helper functions whose names nothing outside relies on."""
    nodes = _nodes(tree)
    if any(isinstance(node, ast.Name) and node.id in BY_NAME for node in nodes):
        return tree
    known = kept | set(_fixed_names(nodes, kept)) | set(dir(builtins))
    named = [(node, field) for node in nodes if (field := _NAMED_BY.get(type(node)))]
    new: dict[str, str] = {}
    for node, field in named:
        name = getattr(node, field)
        loaded = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        if not loaded and name not in known and not name.startswith("__"):
            new.setdefault(name, f"_{len(new)}")
    for node, field in named:
        setattr(node, field, new.get(getattr(node, field), getattr(node, field)))
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [new.get(name, name) for name in node.names]
    return tree


_NAMED_BY: dict[type[ast.AST], str] = {
    ast.Name: "id",
    ast.FunctionDef: "name",
    ast.ClassDef: "name",
    ast.arg: "arg",
}


def _fixed_names(nodes: Iterable[ast.AST], kept: set[str]) -> Iterator[str]:
    """Yield the names that are more than a variable's: of attributes, keywords and the like.

    So are the parameters of methods and of the functions in `kept`, which others call.
    """
    for node in nodes:
        if isinstance(node, (ast.keyword, ast.Attribute)):
            yield (node.arg if isinstance(node, ast.keyword) else node.attr) or ""
        elif isinstance(node, ast.Constant):
            yield node.value if isinstance(node.value, str) else ""
        elif isinstance(node, ast.alias):
            yield node.asname or ""
            yield node.name.partition(".")[0]
        elif isinstance(node, ast.MatchMapping):
            yield node.rest or ""
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            yield node.name or ""
        elif isinstance(node, ast.ClassDef):
            yield from (name for statement in node.body for name in bound_names(statement))
        if isinstance(node, ast.ClassDef) or getattr(node, "name", "") in kept:
            yield from (found.arg for found in _nodes(node) if isinstance(found, ast.arg))
