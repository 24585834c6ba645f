"""The changes that make mutants, as edits of the source text at the place of a node.

Expressions: comparisons, arithmetic, conditions, constants, arguments, copies. Statements: returns,
loops, deletions, shared state. Cosmic Ray and mutmut have most of these. As libraries they would
bring a database, aiohttp, git and libcst with them, and they have no operators for copies, swapped
coordinates or shared state.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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


FRESH = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
FRESH_CALLS = {"list", "dict", "set", "deque", "Counter", "defaultdict"}
_SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
HARMLESS_KEYWORDS = {"strict"}
"""Arguments that only check what the reference knows to be right."""


@dataclass(frozen=True)
class Edit:
    """Characters `start` to `end` of a text are to be replaced by `new`."""

    start: int
    end: int
    new: str


class SourceText:
    """The text of a Python file, and where the nodes of its syntax tree are in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.split("\n")
        self._starts = [0, *itertools.accumulate(len(line) + 1 for line in self._lines)]

    def offset(self, line: int, column: int) -> int:
        """Return the offset in characters. Lines count from 1; a column is in UTF-8 bytes."""
        before = self._lines[line - 1].encode()[:column]
        return self._starts[line - 1] + len(before.decode())

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self.start(node) : self.end(node)]

    def replace(self, node: ast.expr | ast.stmt, new: str) -> Edit:
        return Edit(self.start(node), self.end(node), new)

    def swap(self, first: ast.expr, second: ast.expr) -> Edit:
        """Swap two nodes, the first of which stands before the second."""
        between = self.text[self.end(first) : self.start(second)]
        new = f"{self.of(second)}{between}{self.of(first)}"
        return Edit(self.start(first), self.end(second), new)

    def replace_between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Edit | None:
        """Replace the operator between two operands."""
        start, end = self.end(left), self.start(right)
        position = self.text.find(old, start, end)
        return Edit(position, position + len(old), new) if position >= 0 else None

    def apply(self, edit: Edit) -> str:
        return self.text[: edit.start] + edit.new + self.text[edit.end :]


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


def statement_edits(function: ast.FunctionDef, source: SourceText) -> Iterator[Edit]:
    """Yield the changes to a function's statements, but not to functions inside it."""
    assigned: set[str] = {argument.arg for argument in function.args.args}
    for statement in _statements(function.body):
        yield from _returns(statement, function, source)
        yield from _loops(statement, source)
        yield from _shared_state(statement, source)
        if _can_be_deleted(statement, assigned):
            yield source.replace(statement, "pass")
        if isinstance(statement, ast.Assign | ast.For):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = (node for target in targets for node in ast.walk(target))
            assigned |= {node.id for node in names if isinstance(node, ast.Name)}


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, _SCOPES):
            continue
        yield statement
        for blocks in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, blocks, []))
        for handler in getattr(statement, "handlers", []):
            yield from _statements(handler.body)


def _returns(statement: ast.stmt, function: ast.FunctionDef, source: SourceText) -> Iterator[Edit]:
    if isinstance(statement, ast.Return) and statement.value is not None:
        if not isinstance(statement.value, ast.Constant) or statement.value.value is not None:
            yield source.replace(statement, "return None")
        if statement is not function.body[-1]:
            yield source.replace(statement, "pass")


def _loops(statement: ast.stmt, source: SourceText) -> Iterator[Edit]:
    """End a loop after its first round, or mix up `break` and `continue`."""
    if isinstance(statement, ast.For | ast.While):
        end, indentation = source.end(statement.body[-1]), statement.body[0].col_offset
        if not isinstance(statement.body[-1], ast.Return | ast.Break):
            yield Edit(end, end, f"\n{' ' * indentation}break")
    if isinstance(statement, ast.Break):
        yield source.replace(statement, "continue")
    if isinstance(statement, ast.Continue):
        yield source.replace(statement, "break")


def _shared_state(statement: ast.stmt, source: SourceText) -> Iterator[Edit]:
    """Let all calls, or all objects, share a value of which each should have its own."""
    if isinstance(statement, ast.Assign):
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value:
        target, value = statement.target, statement.value
    else:
        return
    name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
    called = getattr(getattr(value, "func", None), "id", "")
    if name and (isinstance(value, FRESH) or called in FRESH_CALLS or "copy" in called):
        yield source.replace(value, f'globals().setdefault("shared_{name}", {source.of(value)})')


def _can_be_deleted(statement: ast.stmt, assigned: set[str]) -> bool:
    """Does deleting a statement leave all names defined? If not, any call finds the mutant."""
    match statement:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue():
            return True
        case ast.If(orelse=[]):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in assigned
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False
