"""Changes to an expression: comparisons, arithmetic, conditions, constants, arguments, copies.

Cosmic Ray and mutmut have most of these. As libraries they would bring a database, aiohttp, git and
libcst with them, and they have no operators for copies, swapped coordinates or shared state.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator

from autograder.authoring.mutants.edits import Edit, SourceText
from autograder.authoring.mutants.units import HARMLESS_KEYWORDS

OtherSpelling = dict[type[ast.AST], tuple[str, tuple[str, ...]]]

COMPARISONS: OtherSpelling = {
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<", ">=")),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">", "<=")),
    ast.Eq: ("==", ("!=", "<=", ">=")),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
}
ARITHMETIC: OtherSpelling = {
    ast.Add: ("+", ("-", "*")),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("+",)),
    ast.Div: ("/", ("*", "//")),
    ast.FloorDiv: ("//", ("/", "*")),
    ast.Mod: ("%", ("//", "*")),
    ast.Pow: ("**", ("*",)),
    ast.BitAnd: ("&", ("|",)),
    ast.BitOr: ("|", ("&",)),
}
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sum": "len"}
COORDINATES = {"x": "y", "y": "x", "row": "column", "column": "row"}
COPYING = {"list", "tuple", "dict", "set", "sorted", "reversed", "iter"}


def comparisons(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    if isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        for (left, right), operator in zip(itertools.pairwise(operands), node.ops, strict=True):
            old, others = COMPARISONS[type(operator)]
            ordered = not any(_is_text(operand) for operand in (left, right))
            for new in others if ordered else others[:1]:
                yield source.replace_between(left, right, old, new)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, int | float)


def arithmetic(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        old, others = ARITHMETIC[type(node.op)]
        for new in others:
            yield source.replace_between(node.left, node.right, old, new)
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        old, others = ARITHMETIC[type(node.op)]
        for new in (f"{others[0]}=", "="):
            yield source.replace_between(node.target, node.value, f"{old}=", new)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield Edit(source.start(node), source.start(node.operand), "")


def booleans(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    """Swap `and` and `or`, leave out an operand, leave out `not`."""
    if isinstance(node, ast.BoolOp):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in itertools.pairwise(node.values):
            yield source.replace_between(left, right, old, new)
            yield Edit(source.start(left), source.start(right), "")
        before, last = node.values[-2:]
        yield Edit(source.end(before), source.end(last), "")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield Edit(source.start(node), source.start(node.operand), "")


def constants(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool):
            yield source.replace(node, str(not value))
        elif isinstance(value, int):
            yield source.replace(node, str(value + 1))
            yield source.replace(node, str(value - 1))
        elif isinstance(value, str):
            yield source.replace(node, '""' if value else '"?"')


def conditions(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    """Negate a condition; leave out a filter."""
    if isinstance(node, ast.If | ast.While | ast.IfExp) and not _has_own_opposite(node.test):
        yield source.replace(node.test, f"not ({source.of(node.test)})")
    if isinstance(node, ast.IfExp):
        yield source.replace(node, source.of(node.body))
        yield source.replace(node, source.of(node.orelse))
    if isinstance(node, ast.comprehension):
        for test in node.ifs:
            if not _has_own_opposite(test):
                yield source.replace(test, f"not ({source.of(test)})")
            yield source.replace(test, "True")


def _has_own_opposite(test: ast.expr) -> bool:
    """Does another operator turn this condition into its opposite?"""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return not isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def iterations(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    """Leave out the first or the last round of a loop."""
    if isinstance(node, ast.For | ast.comprehension):
        for part in ("[1:]", "[:-1]"):
            yield source.replace(node.iter, f"list({source.of(node.iter)}){part}")


def copies(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    """Leave out a copy: `list(x)`, `copy_board(x)`, `x.copy()`, `x[:]`, `sorted(x)`."""
    if isinstance(node, ast.Call) and not node.keywords:
        name = _name(node.func)
        copying = name in COPYING or "copy" in name
        if copying and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            yield source.replace(node, source.of(node.args[0]))
        elif name == "copy" and not node.args and isinstance(node.func, ast.Attribute):
            yield source.replace(node, source.of(node.func.value))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        bounds = node.slice.lower, node.slice.upper, node.slice.step
        if bounds == (None, None, None) and isinstance(node.ctx, ast.Load):
            yield source.replace(node, source.of(node.value))


def swapped(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    """Swap arguments, coordinates, subscripts and the elements of pairs."""
    if isinstance(node, ast.Call):
        for one, other in itertools.pairwise(node.args):
            if not isinstance(one, ast.Starred) and not isinstance(other, ast.Starred):
                yield source.swap(one, other)
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
        yield source.swap(*node.elts)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
        inner = node.value
        if not isinstance(inner.slice, ast.Slice) and not isinstance(node.slice, ast.Slice):
            yield source.swap(inner.slice, node.slice)
    elif isinstance(node, ast.Attribute) and node.attr in COORDINATES:
        yield source.replace(node, f"{source.of(node.value)}.{COORDINATES[node.attr]}")


def calls(node: ast.AST, source: SourceText) -> Iterator[Edit | None]:
    """Call a similar function; leave out a keyword argument."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in OTHER_NAMES:
            yield source.replace(node.func, OTHER_NAMES[node.func.id])
        before = node.args[-1] if node.args else None
        for keyword in node.keywords:
            if keyword.arg not in (None, *HARMLESS_KEYWORDS) and before:
                yield Edit(source.end(before), source.end(keyword.value), "")
            before = keyword.value


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


EXPRESSION_OPERATORS: tuple[Callable[[ast.AST, SourceText], Iterator[Edit | None]], ...] = (
    comparisons,
    arithmetic,
    booleans,
    constants,
    conditions,
    iterations,
    copies,
    swapped,
    calls,
)
