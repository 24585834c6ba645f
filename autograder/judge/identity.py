"""Comparisons with `is` that are meant to compare values, as they may do by chance."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from types import EllipsisType

from autograder.judge.definitions import MAX_EXPRESSION_SHOWN, find_function
from autograder.judge.sources import Sources
from autograder.safetext import printable_line

MAX_SEARCHED = 50_000
"""Longer files are not searched, which would slow down each wrong answer."""


def explain_identity(sources: Sources, function: str) -> str:
    """Return what to write in place of an `is`; empty if none looks like a mistake.

    Outside the function itself, only an `is` with a number or string is one.
    """
    if any(len(sources.texts.get(file, "")) > MAX_SEARCHED for file in sources.own):
        return ""
    found = find_function(sources, function)
    if found and (text := _described(next(_comparisons(found.node), None), found.file)):
        return text
    for file in sources.own:
        tree = sources.tree(file)
        for node in _comparisons(tree) if tree else ():
            if any(isinstance(side, ast.Constant) for side in (node.left, *node.comparators)):
                return _described(node, file)
    return ""


def _described(node: ast.Compare | None, file: str) -> str:
    if node is None:
        return ""
    source = printable_line(ast.unparse(node), MAX_EXPRESSION_SHOWN)
    equal = "==" if any(isinstance(operator, ast.Is) for operator in node.ops) else "!="
    place = f"({file}, line {node.lineno})"
    return f"`{source}` {place} asks whether it is the same object: is `{equal}` meant?"


def _comparisons(tree: ast.AST) -> Iterator[ast.Compare]:
    """Yield the comparisons with `is`, except with objects of which there is only one.

    That is None, True, False, a class or type, a constant, a member of an enumeration, and self.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and all(
            isinstance(operator, ast.Is | ast.IsNot) for operator in node.ops
        ):
            sides = (node.left, *node.comparators)
            if not any(map(_is_unique, sides)):
                yield node


def _is_unique(side: ast.expr) -> bool:
    match side:
        case ast.Call(func=ast.Name(id="type")) | ast.Attribute(attr="__class__"):
            return True
        case ast.Name(id=name) if name == "self" or hasattr(builtins, name):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lstrip("_")[:1].isupper()
        case ast.Constant(value=value):
            return isinstance(value, bool | None | EllipsisType)
    return False
