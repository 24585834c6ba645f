"""The changes that make mutants: what replaces a node of a syntax tree.

Cosmic Ray and mutmut have most of these. As libraries they would bring a database, aiohttp, git and
libcst with them, and they have no changes for copies, swapped coordinates or shared state.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Iterator, Sequence
from typing import TypeVar

_Node = TypeVar("_Node", bound=ast.AST)

COMPARISONS: dict[type[ast.cmpop], Sequence[type[ast.cmpop]]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], Sequence[type[ast.operator]]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv, ast.Mult),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sum": "len"}
COORDINATES = {"x": "y", "y": "x", "row": "column", "column": "row"}
COPYING = {"list", "tuple", "dict", "set", "sorted", "reversed", "iter"}
HARMLESS_KEYWORDS = {"strict"}
"""Arguments that only check what the reference knows to be right."""
COMMUTATIVE = {"min", "max", "gcd", "lcm", "hypot", "isclose"}
FRESH = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
FRESH_CALLS = {"list", "dict", "set", "deque", "Counter", "defaultdict"}


def mutations(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what replaces a node in mutants."""
    for changes in (
        _of_operators,
        _of_constants,
        _of_conditions,
        _of_calls,
        _of_elements,
        _of_statements,
    ):
        yield from changes(node)


def canonical(node: ast.AST) -> str:
    """Return code that is the same for changes that cannot be noticed."""
    return ast.unparse(_Canonical().visit(copy.deepcopy(node)))


class _Canonical(ast.NodeTransformer):
    """Sorts what has no order, and writes a comparison with a bound as equality."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        has_stars = any(isinstance(each, ast.Starred) for each in node.args)
        if _called(node) in COMMUTATIVE and not has_stars:
            node.args.sort(key=ast.unparse)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Compare(
                ops=[ast.In() | ast.NotIn()],
                comparators=[ast.Tuple() | ast.List() | ast.Set() as items],
            ):
                items.elts.sort(key=ast.unparse)
            case ast.Compare(left=left, ops=[operator], comparators=[ast.Constant(value=value)]):
                least, greatest = _bounds(left)
                if (type(operator), value) in ((ast.LtE, least), (ast.GtE, greatest)):
                    node.ops = [ast.Eq()]
        return node


def _bounds(node: ast.expr) -> tuple[int | None, int | None]:
    """Return the least and the greatest value of an expression, if they are known."""
    match node:
        case ast.Call() if _called(node) in ("len", "count"):
            return 0, None
        case ast.BinOp(op=ast.Mod(), right=ast.Constant(value=int() as modulus)) if modulus > 0:
            return 0, modulus - 1
    return None, None


def _called(node: ast.Call) -> str:
    """Return the name of the function or method that is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)


def _with(node: _Node, **fields: object) -> _Node:
    """Return a copy of a node with other fields."""
    changed = copy.copy(node)
    vars(changed).update(fields)
    return changed


def _of_operators(node: ast.AST) -> Iterator[ast.AST]:
    """Change comparisons, arithmetic and boolean operators."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for i, operator in enumerate(ops):
                others = COMPARISONS[type(operator)]
                ordered = not any(map(_is_text, [left, *right][i : i + 2]))
                for new in others if ordered else others[:1]:
                    yield _with(node, ops=[*ops[:i], new(), *ops[i + 1 :]])
        case ast.BinOp(op=operator):
            for other in ARITHMETIC.get(type(operator), ()):
                yield _with(node, op=other())
        case ast.AugAssign(op=operator, target=target, value=value):
            for other in ARITHMETIC.get(type(operator), ())[:1]:
                yield _with(node, op=other())
            yield ast.Assign([target], value, lineno=node.lineno)
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield operand
        case ast.BoolOp(op=operator, values=values):
            yield _with(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And())
            for i in range(len(values)):
                rest = [*values[:i], *values[i + 1 :]]
                yield _with(node, values=rest) if len(rest) > 1 else rest[0]


def _of_constants(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(value=str() as value):
            yield ast.Constant("" if value else "?")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, int | float)


def _of_conditions(node: ast.AST) -> Iterator[ast.AST]:
    """Negate conditions, leave out filters, and the first or last round of a loop."""
    if isinstance(node, ast.If | ast.While | ast.IfExp) and not _has_own_opposite(node.test):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    if isinstance(node, ast.comprehension):
        for i, test in enumerate(node.ifs):
            opposite = [] if _has_own_opposite(test) else [ast.UnaryOp(ast.Not(), test)]
            for new in (*opposite, ast.Constant(True)):
                yield _with(node, ifs=[*node.ifs[:i], new, *node.ifs[i + 1 :]])
    if isinstance(node, ast.For | ast.comprehension):
        every = ast.Call(ast.Name("list"), [node.iter], [])
        for part in (ast.Slice(ast.Constant(1)), ast.Slice(None, ast.Constant(-1))):
            yield _with(node, iter=ast.Subscript(every, part))


def _has_own_opposite(test: ast.expr) -> bool:
    """Does another operator turn this condition into its opposite?"""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return not isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _of_calls(node: ast.AST) -> Iterator[ast.AST]:
    """Leave out copies, swap arguments, call similar functions, leave out keywords."""
    match node:
        case ast.Call(func=function, args=arguments, keywords=keywords):
            name = _called(node)
            if (name in COPYING or "copy" in name) and not keywords:
                if len(arguments) == 1 and not isinstance(arguments[0], ast.Starred):
                    yield arguments[0]
                elif name == "copy" and not arguments and isinstance(function, ast.Attribute):
                    yield function.value
            for i, pair in enumerate(itertools.pairwise(arguments)):
                if not any(isinstance(each, ast.Starred) for each in pair):
                    yield _with(node, args=[*arguments[:i], *pair[::-1], *arguments[i + 2 :]])
            if name in OTHER_NAMES and isinstance(function, ast.Name):
                yield _with(node, func=ast.Name(OTHER_NAMES[name]))
            for each in keywords:
                if each.arg not in (None, *HARMLESS_KEYWORDS):
                    yield _with(node, keywords=[other for other in keywords if other != each])


def _of_elements(node: ast.AST) -> Iterator[ast.AST]:
    """Leave out copies by slices, swap coordinates, subscripts and pairs."""
    match node:
        case ast.Subscript(slice=ast.Slice(lower=None, upper=None, step=None), ctx=ast.Load()):
            yield node.value
        case ast.Subscript(value=ast.Subscript(slice=first) as inner, slice=second):
            if not isinstance(first, ast.Slice) and not isinstance(second, ast.Slice):
                yield _with(node, value=_with(inner, slice=second), slice=first)
        case ast.Tuple(elts=[one, other]):
            yield _with(node, elts=[other, one])
        case ast.Attribute(attr=name) if name in COORDINATES:
            yield _with(node, attr=COORDINATES[name])


def _of_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield code that returns nothing, ends loops early, skips statements or shares defaults."""
    match node:
        case ast.Return(value=ast.expr() as value):
            if not isinstance(value, ast.Constant) or value.value is not None:
                yield ast.Return(ast.Constant(None))
            yield ast.Pass()
        case ast.For(body=body) | ast.While(body=body):
            if not isinstance(body[-1], ast.Return | ast.Break):
                yield _with(node, body=[*body, ast.Break()])
        case ast.Break():
            yield from (ast.Continue(), ast.Pass())
        case ast.Continue():
            yield from (ast.Break(), ast.Pass())
        case (
            ast.Assign(targets=[target, *_], value=value)
            | ast.AnnAssign(target=target, value=ast.expr() as value)
        ):
            name = getattr(target, "id", getattr(target, "attr", ""))
            called = getattr(getattr(value, "func", None), "id", "")
            if name and (isinstance(value, FRESH) or called in FRESH_CALLS or "copy" in called):
                shared = ast.parse(f"globals().setdefault('shared_{name}')", mode="eval").body
                assert isinstance(shared, ast.Call)
                yield _with(node, value=_with(shared, args=[*shared.args, value]))
            was_bound = isinstance(target, ast.Attribute | ast.Subscript) or any(
                isinstance(each, ast.Name) and each.id == name for each in ast.walk(value)
            )
            if isinstance(node, ast.Assign) and was_bound:
                yield ast.Pass()
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            yield ast.Pass()
        case ast.AugAssign() | ast.Raise() | ast.If(orelse=[]):
            yield ast.Pass()
