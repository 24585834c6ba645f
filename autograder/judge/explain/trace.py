"""How a function got to a wrong value: what its lines had, computed from its source.

Nothing of a submission runs here: the judge computes with plain data of its own, by the operations
that are listed below. A result has to be small, and the last one what was really returned.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import copy
import operator
from collections import ChainMap
from collections.abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.judge.explain.evidence import Evidence, unparsed
from autograder.judge.python_source import FunctionSource, PythonSource, own_nodes
from autograder.judge.render.values import is_small, render
from autograder.sandbox.messages import ResponseKind

MAX_STEPS, MAX_REPR, MAX_FACTOR, MAX_LINES, MAX_VALUES, MAX_WIDTH = 2000, 500, 100, 8, 6, 40
_SIGNS: tuple[Any, ...] = (
    *(ast.Add, ast.Sub, ast.Mult, ast.Pow, ast.Div, ast.FloorDiv, ast.Mod, ast.Eq, ast.NotEq),
    *(ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.USub, ast.UAdd, ast.Not),
)
_NAMES = (
    *("add", "sub", "mul", "pow", "truediv", "floordiv", "mod", "eq", "ne", "lt", "le", "gt"),
    *("ge", "is_", "is_not", "neg", "pos", "not_"),
)
_OPERATIONS = {sign: getattr(operator, name) for sign, name in zip(_SIGNS, _NAMES, strict=True)}
_FUNCTIONS = {
    *("abs", "all", "any", "bool", "chr", "dict", "enumerate", "int", "len", "list", "max"),
    *("min", "ord", "range", "reversed", "round", "sorted", "str", "sum", "tuple", "zip"),
}
_METHODS = {
    *("append", "insert", "pop", "remove", "reverse", "sort", "get", "items", "keys"),
    *("values", "copy", "index", "count", "upper", "lower", "title", "capitalize", "isupper"),
    *("islower", "isdigit", "isalpha", "strip", "split", "join", "replace", "startswith", "find"),
}
_PLAIN = (str, int, float, bool, list, tuple, dict, range, slice, type(None))
"""Not sets: the order of what is in one differs from process to process."""
_PASSING = (Iterator, KeysView, ValuesView, ItemsView)
"""What may be looped over or passed on, but not recorded or assigned: reading changes it."""
_RECORDED = (ast.operator, ast.boolop, ast.Not, ast.Call, ast.Compare, ast.Subscript)


def how_it_got_there(evidence: Evidence) -> str:
    """Return the lines that a function ran through, with the values there; "" if not known."""
    found, given = evidence.sources.function(evidence.subject), evidence.invocation.given
    is_known = evidence.values or evidence.response.kind is ResponseKind.TIMED_OUT
    values = [*given.values()]
    if found is None or not is_known or not values or not all(map(_is_plain, values)):
        return ""
    (file, function), returned = found, None
    trace = Computation(
        evidence.sources.python(file), recorded_nodes=frozenset(_nodes_to_record(function.node))
    )
    with contextlib.suppress(TimeoutError):
        returned = [trace.call(function, copy.deepcopy(given))]
    happened = [evidence.values[0]] if evidence.values else None  # If it ended.
    if repr(returned) != repr(happened) or not any(trace.recorded.values()):
        return ""
    rows: dict[int, list[str]] = {}
    for node, texts in trace.recorded.items():
        last = texts[-1:] if evidence.values else []
        some = texts if len(texts) <= MAX_VALUES else [*texts[: MAX_VALUES - 2], "…", *last]
        was = f" was {', '.join(some)}" if some else ""
        rows.setdefault(node.lineno, []).append(f"`{unparsed(node)}`{was}")
    lines = [f"  line {line}: {'; '.join(each)}" for line, each in sorted(rows.items())]
    return "\n".join(("How your code got there:", *lines[-MAX_LINES:]))


def _is_plain(value: Any) -> bool:
    """Is it data that is the same in each process, and small?"""
    return is_small(value) and len(repr(value)) <= MAX_REPR and _has_plain_parts(value)


def _has_plain_parts(value: Any) -> bool:
    inside = [*value, *value.values()] if isinstance(value, dict) else value
    parts = inside if isinstance(value, dict | list | tuple) else ()
    return type(value) in _PLAIN and all(map(_has_plain_parts, parts))


def _nodes_to_record(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions to show: conditions, and the parts of what is assigned or returned."""
    for node in ast.walk(function):
        parts = [getattr(node, "test", None), getattr(node, "elt", None), *getattr(node, "ifs", ())]
        parts += node.values if isinstance(node, ast.BoolOp) else []
        if isinstance(node, ast.Return | ast.Assign) and node.value:
            targets = [*map(unparsed, getattr(node, "targets", ()))]
            own = ast.iter_child_nodes(node.value)
            parts += [part for part in own if unparsed(part) not in targets]
        if isinstance(node, ast.AugAssign | ast.Expr) and not isinstance(node.value, ast.Call):
            parts.append(node.value)
        yield from (each for each in parts if isinstance(getattr(each, "op", each), _RECORDED))


@dataclass
class Computation:
    """Computes a call of a function that uses nothing else of its file.

    It records, as text, each value of assignment targets and of the `recorded_nodes`.
    """

    python: PythonSource
    steps: Iterator[int] = field(default_factory=lambda: iter(range(MAX_STEPS)))
    recorded_nodes: frozenset[ast.AST] = frozenset()
    names: ChainMap[str, Any] = field(default_factory=ChainMap)
    recorded: dict[ast.expr | ast.stmt, list[str]] = field(default_factory=dict)
    ran: set[ast.expr] = field(default_factory=set)
    """The iterables of loops that have run at least once."""
    result: Any = None

    def call(self, function: FunctionSource, given: Mapping[str, Any]) -> Any:
        """Return the value of a call; raise an exception if that is not known."""
        node, arguments = function.node, function.node.args
        others = arguments.vararg, arguments.kwarg, arguments.kwonlyargs, node.decorator_list
        is_generator = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(node))
        if any(others) or is_generator or isinstance(node, ast.AsyncFunctionDef):
            raise ValueError
        wanted = function.parameters
        if any(name in wanted[:i] + wanted[i + 1 :] for i, name in enumerate(given)):
            raise ValueError  # Given by name, in another order.
        self.names.update(zip(wanted, given.values(), strict=True))
        self.run(node.body)
        return self.result

    def run(self, body: Sequence[ast.stmt]) -> type[ast.stmt] | None:
        """Compute statements; return the kind of the one that leaves them, if one does."""
        return next(filter(None, map(self._run, body)), None)

    def _run(self, statement: ast.stmt) -> type[ast.stmt] | None:
        match statement:
            case ast.Return(value=value):
                self.result = value and self.value(value)
                if isinstance(value, ast.Constant | ast.UnaryOp | None):
                    self.recorded[statement] = []
                return ast.Return
            case ast.If(test=test, body=body, orelse=otherwise):
                return self.run(body if self.value(test) else otherwise)
            case ast.For(orelse=[], target=target, iter=items):
                return self._loop(self._passes(target, items), statement.body)
            case ast.While(orelse=[], test=test):
                return self._loop(iter(lambda: bool(self.value(test)), False), statement.body)
            case ast.Assign(targets=[target], value=value):
                self._assign(target, self.value(value))
            case ast.AugAssign(target=target, op=sign, value=value):
                is_simple = not any(isinstance(each, ast.Call) for each in ast.walk(target))
                if not is_simple or isinstance(self._value(target), list):  # It is changed itself.
                    raise ValueError
                self._assign(target, self.value(ast.BinOp(target, sign, value)))
            case ast.Expr(value=value):
                self.value(value)
                if isinstance(
                    owner := getattr(getattr(value, "func", None), "value", None), ast.Name
                ):
                    self._record(owner, self.value(owner))
            case ast.Pass() | ast.Break() | ast.Continue():
                return None if isinstance(statement, ast.Pass) else type(statement)
            case _:
                raise ValueError
        return None

    def _loop(self, passes: Iterator[Any], body: Sequence[ast.stmt]) -> type[ast.stmt] | None:
        for _ in passes:
            if (leaves := self.run(body)) not in (None, ast.Continue):
                return leaves if leaves is ast.Return else None
        return None

    def _passes(self, target: ast.expr, node: ast.expr) -> Iterator[None]:
        items = self.value(node)
        if node not in self.ran:
            self.recorded[node] = ["empty"]
        for item in items:
            self._take_step()
            if node not in self.ran:
                self.ran.add(node)
                del self.recorded[node]
            self._assign(target, item)
            yield

    def _assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(value, _PASSING):
            raise ValueError
        match target:
            case ast.Name(id=name):
                self.names[name] = value
            case ast.Tuple(elts=targets):
                for each, item in zip(targets, value, strict=True):
                    self._assign(each, item)
                return
            case ast.Subscript(value=whole, slice=index):
                self.value(whole)[self.value(index)] = value
            case _:
                raise ValueError
        self._record(target, value)

    def _record(self, node: ast.expr, value: Any) -> None:
        self.recorded.setdefault(node, []).append(render(value, lines=1, width=MAX_WIDTH))

    def _take_step(self) -> None:
        if next(self.steps, None) is None:
            raise TimeoutError

    def value(self, node: ast.expr) -> Any:
        """Return the value of an expression; raise an exception if that is not known."""
        self._take_step()
        if isinstance(node, ast.GeneratorExp):
            return self._items(node.generators, node.elt)
        value = self._value(node)
        if isinstance(value, _PASSING):
            return value
        if not _is_plain(value):
            raise ValueError
        if node in self.recorded_nodes:
            self._record(node, value)
        return value

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.names[name]
            case ast.BoolOp(op=sign, values=values):
                for each in values:
                    if bool(value := self.value(each)) is isinstance(sign, ast.Or):
                        break
                return value
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self.value(body if self.value(test) else otherwise)
            case ast.ListComp(elt=item, generators=loops):
                return [*self._items(loops, item)]
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(*(each and self.value(each) for each in (lower, upper, step)))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, [*map(self.value, arguments)])
            case ast.Call(func=ast.Attribute(value=owner, attr=name), keywords=[]):
                if name in _METHODS:
                    return getattr(self.value(owner), name)(*map(self.value, node.args))
        return self._of_parts(node)

    def _of_parts(self, node: ast.expr) -> Any:
        """Return the value of an expression of which all parts are computed, in their order."""
        nodes = (each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr))
        parts = [*map(self.value, nodes)]
        match node:
            case ast.List() | ast.Tuple():
                return parts if isinstance(node, ast.List) else tuple(parts)
            case ast.Dict(keys=[]):
                return {}
            case ast.BinOp(op=sign) | ast.Compare(ops=[sign]) | ast.UnaryOp(op=sign):
                return _computed(sign, *parts)
            case ast.Subscript():
                return parts[0][parts[1]]
        raise ValueError

    def _items(self, loops: Sequence[ast.comprehension], item: ast.expr) -> Iterator[Any]:
        """Yield the items of a comprehension, whose variables hide others."""
        inner = replace(self, names=self.names.new_child())
        for _ in inner._passes(loops[0].target, loops[0].iter):
            if all(map(inner.value, loops[0].ifs)):
                yield from inner._items(loops[1:], item) if loops[1:] else [inner.value(item)]

    def _call(self, name: str, given: Sequence[Any]) -> Any:
        """Call a function of Python's, unless the file gives its name another meaning."""
        own, is_slow = self.python.bound_names, name == "round" and abs([*given, 0][1]) > MAX_FACTOR
        if name not in _FUNCTIONS - own or "*" in own or is_slow:
            raise ValueError
        return getattr(builtins, name)(*given)


def _computed(sign: ast.AST, *values: Any) -> Any:
    """Return what an operator makes of values, if it can be neither slow nor large."""
    if isinstance(sign, ast.Is | ast.IsNot) and values[1] is not None:
        raise ValueError
    if isinstance(sign, ast.In | ast.NotIn):
        return (values[0] in values[1]) is isinstance(sign, ast.In)
    if isinstance(sign, ast.Mult | ast.Pow | ast.Mod):
        numbers = [each for each in values if isinstance(each, int | float)]
        is_product = len(numbers) == 2 and not isinstance(sign, ast.Pow)
        if isinstance(values[0], str) or (not is_product and abs(numbers[-1]) > MAX_FACTOR):
            raise ValueError
    return _OPERATIONS[type(sign)](*values)
