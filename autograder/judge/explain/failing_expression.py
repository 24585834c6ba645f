"""The expression that raised an exception, with the values in it that explain why."""

from __future__ import annotations

import ast
import contextlib
import operator
import re
from collections.abc import Callable, Mapping
from itertools import repeat
from typing import Any

from autograder.judge.explain.evidence import Evidence, unparsed
from autograder.judge.explain.none import dropped_result, none_from_method, reason_for_none
from autograder.judge.python_source import own_nodes
from autograder.judge.sources import Sources
from autograder.safetext import shortened
from autograder.sentences import counted

MAX_SHOWN, MAX_VALUE = 3, 100
_MANY = re.compile(r"an? \w+ of (\d{1,9})")
"""A container that is too long to be sent; see `sandbox/worker/traces.py`."""
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_KINDS = ("TypeError", "ValueError", "LookupError", "ArithmeticError", "AttributeError")


def index_out_of_range(evidence: Evidence) -> str:
    """Say how many items a list, tuple or string has, and which one the code asked for."""
    if not evidence.raised("IndexError") or not re.search("out of range|empty", evidence.text):
        return ""
    match evidence.node:
        case ast.Subscript(value=whole, slice=index):
            pass
        case ast.Call(func=ast.Attribute(value=whole, attr="pop"), args=[*given]):
            index = given[0] if given else ast.Constant(-1)
        case _:
            return ""
    with contextlib.suppress(Exception):
        return _missing_item(whole, index, evidence.variables)
    return ""


def _missing_item(whole: ast.expr, index: ast.expr, variables: Mapping[str, str]) -> str:
    """Return the sentence on an index that is out of range."""
    name, number, text = unparsed(whole), value_of(index, variables), text_of(whole, variables)
    asked = "" if _is_constant(index) else f"; `{unparsed(index)}` is {number}"
    if not text:
        most = number if number >= 0 else -number - 1
        fewer = f"at most {counted(most, 'item')}" if most else "no items"
        return f"`{name}` has {fewer}{asked}"
    items = range(int(many[1])) if (many := _MANY.fullmatch(text)) else ast.literal_eval(text)
    if type(number) is not int or -len(items) <= number < len(items):
        return ""
    count, unit = len(items), "character" if isinstance(items, str) else "item"
    has = f"has 1 {unit}, `{name}[0]`" if count else "is empty"
    if count > 1:
        has = f"has {count} {unit}s, `{name}[0]` to `{name}[{count - 1}]`"
    return f"`{name}` {has}, so there is no `{name}[{number}]`{asked}"


def operands(evidence: Evidence) -> str:
    """Show the values in the expression that raised one of Python's own exceptions."""
    place = evidence.place
    if place is None or place.file not in evidence.sources.own or not evidence.raised(*_KINDS):
        return ""
    known = _parts(evidence.node)
    if not (isinstance(evidence.node, ast.BinOp) and evidence.raised("TypeError")):
        known = [each for part in known for each in _known(part, evidence.variables)]
    texts = {unparsed(each): text_of(each, evidence.variables) for each in known}
    said = {code: text for code, text in texts.items() if text not in ("", code)}
    match evidence.node:
        case ast.BinOp(right=divisor) if evidence.text.endswith(" by zero"):
            said = {} if _is_constant(divisor) else {unparsed(divisor): "0", **said}
    shown = [f"`{name}` is {shortened(text, MAX_VALUE)}" for name, text in said.items()]
    return ", ".join(shown[:MAX_SHOWN])


def _parts(node: ast.AST | None) -> list[ast.expr]:
    """Return the parts of an expression that have values of their own, or a variable itself."""
    if not isinstance(node, ast.expr | ast.AugAssign):
        return []
    parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
    return parts or [each for each in [node] if isinstance(each, ast.expr)]


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _known(part: ast.expr, variables: Mapping[str, str]) -> list[ast.expr]:
    """Return a part if its value is known, else the variables in it of which that is known."""
    if text_of(part, variables):
        return [part]
    names = [node for node in ast.walk(part) if isinstance(node, ast.Name)]
    known = [name for name in names if text_of(name, variables)]
    return sorted(known, key=lambda name: name.col_offset)


def none(evidence: Evidence) -> str:
    """Say where the None comes from that an expression cannot use."""
    text = evidence.text
    if evidence.place is None or not evidence.raised("AttributeError", "TypeError"):
        return ""
    node, parts = evidence.node, _parts(evidence.node) if "NoneType" in text else []
    if "'NoneType' and" in text:
        parts = parts[:1]
    elif "and 'NoneType'" in text or '(not "NoneType")' in text:
        parts = parts[-1:]
    elif parts and isinstance(node, ast.Call):  # It may be what is unpacked.
        parts.append(node)
    origins = [says for part in parts if (says := _origin_of_none(part, evidence))]
    return origins[0] if len(origins) == 1 else ""


def _origin_of_none(part: ast.expr, evidence: Evidence) -> str:
    """Say which statement or function has given an expression the value None."""
    function, sources = evidence.function, evidence.sources
    if isinstance(part, ast.Name) and function and text_of(part, evidence.variables) == "None":
        nodes = [n for n in own_nodes(function.node) if isinstance(n, ast.Assign)]
        bound = [n for n in nodes if [unparsed(target) for target in n.targets] == [part.id]]
        for _, says in none_from_method(sources, bound):
            return says
        part = bound[0].value if len(bound) == 1 else part
    match part:
        case ast.Call(func=ast.Name(id="print")):
            return "`print` shows a value and returns None"
        case ast.Call(func=ast.Name(id=name)) if sources.function(name):
            return returned_none_by(sources, name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
            return returned_none_by(sources, name) if sources.function(name) else ""
    return ""


def returned_none_by(sources: Sources, name: str) -> str:
    """Say that a function returned None, and why as far as its source shows."""
    found = sources.function(name)
    dropped = dropped_result(sources, [*own_nodes(found[1].node)]) if found else ""
    reason = dropped or reason_for_none(sources, name)
    return f"{name} returned None{f': {reason}' if reason else ''}"


def text_of(node: ast.expr, variables: Mapping[str, str]) -> str:
    """Return the text of an expression's value, "" if that is not known."""
    if isinstance(node, ast.Name):
        return variables.get(node.id, "")
    with contextlib.suppress(Exception):
        return repr(value_of(node, variables))
    return ""


def value_of(node: ast.expr, variables: Mapping[str, str]) -> Any:
    """Return the value of a simple expression, given those of variables.

    Raises:
        Exception: it is not simple, or a value is not known.
    """
    length_of = re.fullmatch(r"len\((\w+)\)", unparsed(node))
    if length_of and (many := _MANY.fullmatch(variables[length_of[1]])):
        return int(many[1])
    calls = {unparsed(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}
    if isinstance(node, ast.Slice | ast.GeneratorExp) or calls - {"len"}:
        raise LookupError
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} & {*variables}
    return _computed(node, {name: ast.literal_eval(variables[name]) for name in names})


def _computed(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Compute an expression of plain values; raise an exception if it could be slow or large."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return names[name]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            values = [_computed(each, names) for each in items]
            return values if isinstance(node, ast.List) else tuple(values)
        case ast.Call(args=[whole]):
            return len(_computed(whole, names))
        case ast.Subscript(value=whole, slice=index):
            return _computed(whole, names)[_computed(index, names)]
        case ast.Slice(lower=lower, upper=upper, step=step):
            return slice(*(each and _computed(each, names) for each in (lower, upper, step)))
        case ast.UnaryOp(op=ast.USub(), operand=number):
            return -_computed(number, names)
        case ast.BinOp(left=left, op=sign, right=right):
            return _OPERATIONS[type(sign)](*map(_number, (left, right), repeat(names)))
    raise LookupError


def _number(node: ast.expr, names: Mapping[str, Any]) -> Any:
    value = _computed(node, names)
    if type(value) not in (int, float):
        raise LookupError
    return value
