"""The places in a student's functions whose values a worker notes, and the code that notes them.

Judge and worker find the same places in the same source, so that a note is a number and a text. The
code does what it did: its lines, names and tracebacks stay.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

NOTE, NOTE_NAMES, NOTE_INSIDE, NOTE_CALL = " note", " note names", " note inside", " note call"
"""The builtin functions that the code calls; no code can name them."""
ATTRIBUTE = " attribute"
MAX_PLACES = 5000
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_COMPUTED = (ast.operator, ast.boolop, ast.Not, ast.Call, ast.Compare, ast.Subscript)


class Noted(StrEnum):
    """What a note at a place is about."""

    VALUE = "value"
    PASSES = "passes"
    """Of what a loop is over: that it begins."""
    PASS = "pass"
    """A pass of a loop begins."""
    RETURNED = "returned"
    CALLED = "called"
    """A call of the function begins."""
    PARAMETER = "parameter"
    LINE = "line"
    """A line has run, whose value is plain in the source."""


@dataclass(frozen=True)
class RecordedPlace:
    """A place in a function: `Class.method`, or with the functions around it.

    `start` and `end` are lines and columns, in bytes, of the source to show. `loops` are the
    numbers of the places that are noted as the passes of the loops around it begin, outermost
    first.
    """

    function: str
    noted: Noted
    start: tuple[int, int]
    end: tuple[int, int]
    loops: tuple[int, ...]

    @property
    def line(self) -> int:
        return self.start[0]


def rewritten(tree: ast.Module, file: int = 0) -> tuple[ast.Module, list[RecordedPlace]]:
    """Change a module's tree to one that notes values; return it and the places.

    The notes say that they are of this `file`.
    """
    rewriter = _Rewriter(file)
    return rewriter.visit(tree), rewriter.places


class _Rewriter(ast.NodeTransformer):
    """Lets the statements and expressions of functions note their values."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.places: list[RecordedPlace] = []
        self.scopes: list[tuple[str, bool]] = []
        """The classes and functions around, and whether each is a function."""
        self.loops: list[int] = []

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and not self.is_in_function:
            return node  # No statement is inside it.
        if isinstance(node, _COMPREHENSIONS):
            return self._comprehension(node)
        return super().visit(node)

    @property
    def is_in_function(self) -> bool:
        return bool(self.scopes and self.scopes[-1][1]) and len(self.places) < MAX_PLACES

    def place(self, node: ast.AST, noted: Noted = Noted.VALUE) -> int:
        """Add a place; return its number."""
        at: Any = node
        name = ".".join(name for name, _ in self.scopes)
        start, end = (at.lineno, at.col_offset), (at.end_lineno, at.end_col_offset)
        if isinstance(node, ast.arg):  # Without its annotation.
            end = at.lineno, at.col_offset + len(node.arg.encode())
        self.places.append(RecordedPlace(name, noted, start, end, tuple(self.loops)))
        return len(self.places) - 1

    def noting(self, value: ast.expr, shown: ast.AST, noted: Noted = Noted.VALUE) -> ast.expr:
        """Return an expression that notes a value and has it."""
        return self.call(value, NOTE, self.place(shown, noted), value)

    def call(self, place: ast.AST, name: str, number: int, *values: ast.expr) -> ast.expr:
        """Return a call of a function that notes values, at the place of another node."""
        function: ast.expr = ast.Name(name, ast.Load())
        made = ast.Call(function, [ast.Constant(self.file), ast.Constant(number), *values], [])
        for each in (made, function, *made.args):
            for part in (each, *(each.elts if isinstance(each, ast.Tuple) else ())):
                if not hasattr(part, "lineno"):
                    ast.copy_location(part, place)
        return made

    def computed(self, node: ast.expr, kinds: tuple[type, ...] = _COMPUTED) -> ast.expr:
        """Note the value of an expression that computes one; `visit` the others."""
        is_computed = isinstance(getattr(node, "op", node), kinds)
        value: ast.expr = self.visit(node)
        return self.noting(value, node) if is_computed else value

    def with_parts(self, value: ast.expr, shown: Sequence[str] = ()) -> ast.expr:
        """Note what an expression has its value from, but for what is `shown` anyway."""
        if isinstance(value, _COMPREHENSIONS):
            return self._comprehension(value)
        whole = getattr(value, "value", None) if isinstance(value, ast.Subscript) else None
        for name, part in ast.iter_fields(value):
            parts = part if isinstance(part, list) else [part]
            for i, each in enumerate(parts):
                is_shown = each is whole or (any(shown) and _text(each) in {*shown} - {""})
                if isinstance(each, ast.expr) and not is_shown:
                    kinds = _COMPUTED if name == "func" else (*_COMPUTED, ast.Attribute)
                    parts[i] = self.computed(each, kinds)
                elif isinstance(each, ast.AST):
                    parts[i] = self.visit(each)
            setattr(value, name, parts if isinstance(part, list) else parts[0])
        return value

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in body:
            done = self.visit(statement)
            found += done if isinstance(done, list) else [done]
        return found

    def _in_scope(self, node: Any, is_function: bool) -> Any:
        self.scopes.append((node.name, is_function))
        loops, self.loops = self.loops, []
        called = self._call_noted(node) if self.is_in_function else []
        after = 1 if ast.get_docstring(node, clean=False) is not None else 0
        body = self.block(node.body)
        node.body = [*body[:after], *called, *body[after:]]
        self.loops = loops
        self.scopes.pop()
        return node

    def _call_noted(self, node: Any) -> list[ast.stmt]:
        """Return a statement that notes the beginning of a call, and its parameters."""
        given = node.args
        more = [each for each in (given.vararg, given.kwarg) if each]
        names = [*given.posonlyargs, *given.args, *given.kwonlyargs, *more]
        number = self.place(node, Noted.CALLED)
        for each in names:
            self.place(each, Noted.PARAMETER)
        first = node.body[0]
        values = [ast.copy_location(ast.Name(each.arg, ast.Load()), first) for each in names]
        noted = ast.Expr(self.call(first, NOTE_CALL, number, *values))
        return [ast.copy_location(noted, first)]

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return self._in_scope(node, is_function=False)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self._in_scope(node, is_function=True)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return self._in_scope(node, is_function=True)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        return node  # Before Python 3.12, what is in it has no place.

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None or not self.is_in_function:
            return node
        plain = isinstance(getattr(node.value, "operand", node.value), ast.Constant)
        shown, noted = (node, Noted.LINE) if plain else (node.value, Noted.RETURNED)
        node.value = self.noting(self.with_parts(node.value), shown, noted)
        return node

    def visit_Assign(self, node: Any) -> Any:
        if node.value is None or not self.is_in_function:
            return node
        targets = getattr(node, "targets", None) or [node.target]
        value = self.with_parts(node.value, [*map(_text, targets)])
        names = [*_names(targets[0])] if isinstance(targets[0], ast.Tuple | ast.List) else []
        node.value = value if names else self.noting(value, targets[0])
        return [node, self._noting_names(names)] if names else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        return self.visit_Assign(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        return self.visit_Assign(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if not self.is_in_function:
            return node
        node.value = self.computed(node.value)
        return self._with_owner(node, node.target)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not self.is_in_function:
            return node
        owner = getattr(getattr(node.value, "func", None), "value", None)
        if isinstance(node.value, ast.Call):
            node.value = self.with_parts(node.value)
        else:
            node.value = self.computed(node.value)
        return self._with_owner(node, owner)

    def _with_owner(self, node: ast.stmt, owner: Any) -> Any:
        """Note after a statement what it may have changed: a variable, or what is inside one."""
        if not (path := _path(owner)):
            return node
        number = self.place(owner)
        noted = ast.Expr(self.call(owner, NOTE_INSIDE, number, *path))
        return [node, ast.copy_location(noted, node)]

    def _noting_names(self, names: Sequence[ast.Name]) -> ast.stmt:
        return ast.copy_location(ast.Expr(self._names_noted(names)), names[0])

    def _names_noted(self, names: Sequence[ast.Name]) -> ast.expr:
        """Return an expression that notes variables, and is true."""
        first, *_ = [self.place(name) for name in names]
        read = [ast.copy_location(ast.Name(each.id, ast.Load()), each) for each in names]
        return self.call(names[0], NOTE_NAMES, first, *read)

    def visit_For(self, node: Any) -> Any:
        if not self.is_in_function:
            return self.generic_visit(node)
        node.iter = self.noting(self.visit(node.iter), node.iter, Noted.PASSES)
        self._loop(node, [*_names(node.target)])
        return node

    def visit_AsyncFor(self, node: ast.AsyncFor) -> Any:
        return self.visit_For(node)

    def visit_While(self, node: ast.While) -> Any:
        if not self.is_in_function:
            return self.generic_visit(node)
        node.test = self._condition(node.test)
        self._loop(node, [])
        return node

    def _loop(self, node: Any, names: Sequence[ast.Name]) -> None:
        begins = self.place(node, Noted.PASS)
        passes = [ast.Expr(self.call(node, NOTE, begins, ast.Constant(None)))]
        self.loops.append(begins)
        first = [*passes, self._noting_names(names)] if names else passes
        for each in first:
            ast.copy_location(each, getattr(node, "target", getattr(node, "test", node)))
        node.body = [*first, *self.block(node.body)]
        self.loops.pop()
        node.orelse = self.block(node.orelse)

    def _condition(self, test: ast.expr) -> ast.expr:
        """Note a condition; of one made of several, each."""
        return self.visit(test) if isinstance(test, ast.BoolOp) else self.computed(test)

    def visit_If(self, node: ast.If) -> Any:
        if not self.is_in_function:
            return self.generic_visit(node)
        node.test = self._condition(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    def visit_Assert(self, node: Any) -> Any:
        node.test = self._condition(node.test) if self.is_in_function else node.test
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._condition(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        node.values = [*map(self.computed, node.values)]
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Note the sides that make calls, too."""
        node.left, *node.comparators = (
            self.computed(side) if _calls(side) else self.visit(side)
            for side in (node.left, *node.comparators)
        )
        return node

    def visit_Yield(self, node: ast.Yield) -> Any:
        if node.value is not None:
            node.value = self.noting(self.with_parts(node.value), node.value)
        return node

    def _comprehension(self, node: Any) -> ast.expr:
        """Note the passes, the variables and the items of a comprehension."""
        loops = len(self.loops)
        for each in node.generators:
            each.iter = self.visit(each.iter)
            if not isinstance(node, ast.GeneratorExp):  # It may never begin.
                each.iter = self.noting(each.iter, each.iter, Noted.PASSES)
            begins = self.place(each.target, Noted.PASS)
            self.loops.append(begins)
            ifs = [self._condition(test) for test in each.ifs]
            noted = self.call(each.target, NOTE_NAMES, begins, ast.Constant(None))
            names = [*_names(each.target)]
            each.ifs = [noted, *([self._names_noted(names)] if names else []), *ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.computed(getattr(node, field)))
        del self.loops[loops:]
        noting: ast.expr = node
        return noting

    def visit_Match(self, node: ast.Match) -> Any:
        if self.is_in_function:
            node.subject = self.noting(self.visit(node.subject), node.subject)
        node.cases = [self.visit_match_case(case) for case in node.cases]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        """Note which case was taken."""
        if not self.is_in_function:
            node.body = self.block(node.body)
            return node
        pattern, first = copy.copy(node.pattern), node.body[0]
        pattern.col_offset -= len("case ")
        taken = self.call(first, NOTE, self.place(pattern, Noted.LINE), ast.Constant(None))
        node.guard = self._condition(node.guard) if node.guard else None
        node.body = [ast.copy_location(ast.Expr(taken), first), *self.block(node.body)]
        return node


def _text(node: Any) -> str:
    """Return a text to compare targets by: of a variable, or of what is inside one; else ""."""
    return ast.unparse(node) if isinstance(node, ast.Subscript | ast.Attribute) else ""


def _calls(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Call) for each in ast.walk(node))


def _names(target: ast.expr) -> Iterator[ast.Name]:
    """Yield the variables in an assignment's target."""
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from _names(each.value if isinstance(each, ast.Starred) else each)


def _path(node: Any) -> list[ast.expr]:
    """Return expressions for a variable and the steps to what is inside it; [] if calls are needed.

    A step is an index or, in a tuple with ATTRIBUTE, the name of an attribute.
    """
    if isinstance(node, ast.Name):
        return [ast.copy_location(ast.Name(node.id, ast.Load()), node)]
    if isinstance(node, ast.Attribute) and (path := _path(node.value)):
        step = ast.Tuple([ast.Constant(ATTRIBUTE), ast.Constant(node.attr)], ast.Load())
        return [*path, step]
    is_plain = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name | ast.Constant)
    if is_plain and (path := _path(node.value)):
        index = node.slice
        is_constant = isinstance(index, ast.Constant)
        return [*path, ast.Constant(index.value) if is_constant else _path(index)[0]]
    return []
