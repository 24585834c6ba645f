"""What a wrong value looks like: the mistake that usually leads to it, the most basic one first.

Values are plain data of the judge's own types; what they hold comes from the submission. They are
`is_small`: no rule needs limits of its own.
"""

from __future__ import annotations

import ast
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from autograder.judge.explain.evidence import Evidence, unparsed
from autograder.judge.modules.handles import FUNCTION_TYPES, Handle, IteratorHandle
from autograder.judge.python_source import own_nodes
from autograder.judge.render.pairs import differences, steps
from autograder.judge.render.values import class_name, is_small, is_table, render_short
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.values import Placeholder

CHANGES_IN_PLACE = {
    *("append", "extend", "insert", "remove", "reverse", "sort", "clear", "add", "discard"),
    *("update", "appendleft"),
}
"""Methods of lists, sets and dicts that return None."""
MIN_COUNTED = 5
"""In shorter lists, missing items are obvious."""
_SEQUENCES = (list, tuple, deque)
_SIZED = (*_SEQUENCES, set, frozenset, dict, str)
_NAMES = {str: "string", int: "number", float: "number"}
_LAZY = {"generator", "map", "filter", "zip", "reversed", "dict_keys", "dict_values", "dict_items"}


def returned_none(evidence: Evidence) -> str:
    """Say why a function returned None: printed instead, or ended without a `return`."""
    subject, printed = evidence.subject, evidence.response.printed.strip()
    returned, expected = evidence.values or (evidence.response.value, "")
    if returned is not None or expected is None or evidence.response.kind is not ResponseKind.VALUE:
        return ""
    if printed and printed in (str(expected).strip(), repr(expected)):
        first, _, rest = printed.partition("\n")
        shown = first[:60] + (" …" if rest or len(first) > 60 else "")
        why = "`return` gives a value back; `print` only shows it"
        return f"{subject} printed {shown} and returned None: {why}"
    reason = _reason_for_none(evidence)
    return f"{subject} returned None: {reason}" if reason else ""


def _reason_for_none(evidence: Evidence) -> str:
    """Return why a function returned None, as far as its source shows; empty if on purpose."""
    found = evidence.sources.function(evidence.subject)
    if found is None:
        return "does it end with a `return` and a value?"
    node = found[1].node
    nodes = [node, *own_nodes(node)]
    if any(isinstance(n, ast.AsyncFunctionDef | ast.Yield | ast.YieldFrom) for n in nodes):
        return ""
    values = [each.value for each in nodes if isinstance(each, ast.Return)]
    methods = (each for _, file in evidence.sources.own_python for each in file.functions)
    in_place = CHANGES_IN_PLACE - {each.node.name for each in methods if each.owner}
    for each in nodes:
        match each:
            case (
                ast.Return(value=ast.Call(func=ast.Attribute(attr=method)))
                | ast.Assign(targets=[ast.Name()], value=ast.Call(func=ast.Attribute(attr=method)))
            ) if method in in_place and (isinstance(each, ast.Return) or _returned(each, values)):
                verb = "returns" if isinstance(each, ast.Return) else "assigns"
                return f"`{unparsed(each)}` {verb} None, since it changes the object in place"
    if not values:
        return "it ended without a `return`" if _falls_through(node.body) else ""
    if all(value is None for value in values):
        return "`return` alone returns None; write the value after it"
    if any(value is None or getattr(value, "value", "") is None for value in values):
        return ""
    return "not every path through it ends with a `return`" if _falls_through(node.body) else ""


def _returned(assignment: ast.Assign, values: Sequence[ast.expr | None]) -> bool:
    """Is the variable that an assignment binds also returned?"""
    [target] = assignment.targets
    names = {value.id for value in values if isinstance(value, ast.Name)}
    return isinstance(target, ast.Name) and target.id in names


def _falls_through(body: Sequence[ast.stmt]) -> bool:
    """Can statements end without a `return`? False where that is not certain."""
    match body[-1]:
        case ast.If(body=then, orelse=otherwise):
            return not otherwise or _falls_through(then) or _falls_through(otherwise)
        case ast.For(orelse=[]):
            return True
        case ast.While(test=condition, orelse=[]):
            return not isinstance(condition, ast.Constant)
    return isinstance(body[-1], ast.Assign | ast.AugAssign | ast.Expr | ast.Pass | ast.Delete)


def wrong_value(evidence: Evidence) -> str:
    """Explain what was returned by what was expected, if a test compared small values."""
    if evidence.values is None or not all(map(is_small, evidence.values)):
        return ""
    for rule in (other_kind, swapped, other_text, other_items, other_parts):
        if says := rule(*evidence.values):
            return f"{evidence.subject} returned {says}"
    return ""


def other_kind(returned: Any, expected: Any) -> str:
    """Explain a correct value of the wrong type, or a value of a different kind."""
    kinds = _kind(returned), _kind(expected)
    if not all(kinds) or expected is None:
        return ""
    if kinds[0] in FUNCTION_TYPES:
        return f"a function instead of {_a(expected)}: is a call missing its ()?"
    parts = [*differences(returned, expected)]
    alike = (type(one) is not type(other) and _data(one) == _data(other) for _, one, other in parts)
    if parts and all(alike):
        path, one, other = parts[0]
        part = f"its part {path}" if path else "it"
        return f"the right value, but {part} is {_the(one, other)} instead of {_the(other, one)}"
    if kinds[0] != kinds[1]:
        lazy = kinds[0] in _LAZY and isinstance(expected, _SIZED)
        advice = f": {kinds[1]}(…) makes one" if lazy else ""
        found = str(returned) if type(returned) is bool else _a(returned)
        return f"{found} instead of {_a(expected)}{advice}"
    if type(returned) is type(expected) is list:
        one, other = ({_kind(item) for item in items} for items in (returned, expected))
        if len(one) == len(other) == 1 and one != other and all(one | other):
            return f"a list of {one.pop()}s instead of a list of {other.pop()}s"
    return ""


def _data(value: Any) -> Any:
    """Return the texts and numbers that a value holds, whatever the types around these are."""
    if isinstance(value, _SEQUENCES) or is_dataclass(value):
        return [_data(part) for _, part in steps(value)]
    return str(value).strip() if isinstance(value, (str, int, float)) else value


def swapped(returned: Any, expected: Any) -> str:
    """Explain two numbers, or the rows and columns of a table, in each other's place."""
    if is_table(expected) and returned == [list(column) for column in zip(*expected, strict=False)]:
        return "the right table on its side: are rows and columns swapped?"
    both = [(returned, expected)]
    if type(returned) is type(expected) is list and len(returned) == len(expected):
        both = [pair for pair in zip(returned, expected, strict=True) if pair[0] != pair[1]]
    if not both or not all(_are_swapped(*pair) for pair in both):
        return ""
    one, other = both[0]
    names = [field.name for field in fields(one)] if is_dataclass(one) else []
    which = " and ".join(names) or "the two numbers"
    return f"{render_short(one)} instead of {render_short(other)}: are {which} swapped?"


def _are_swapped(one: Any, other: Any) -> bool:
    if type(one) is not type(other) or not (type(one) is tuple or is_dataclass(one)):
        return False
    left, right = ([part for _, part in steps(value)] for value in (one, other))
    return len(left) == 2 and all(type(n) is int for n in left + right) and left == right[::-1]


def other_text(returned: Any, expected: Any) -> str:
    """Explain a string with other white space or letters."""
    if not (type(returned) is type(expected) is str):
        return ""
    if returned.split() == expected.split():
        return "the right string, but with different spaces or line endings"
    if returned.casefold() == expected.casefold():
        return "a string that differs only in upper and lower case"
    return ""


def other_items(returned: Any, expected: Any) -> str:
    """Explain a list with items in another order, or too many or too few; a dict's other keys."""
    if type(returned) is type(expected) is dict and returned.keys() != expected.keys():
        lacks = [key for key in expected if key not in returned]
        keys = lacks or [key for key in returned if key not in expected]
        more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
        verb = "lacks" if lacks else "should not have"
        return f"a dict that {verb} the key {render_short(keys[0])}{more}"
    if not (type(returned) is type(expected) is list) or min(len(returned), len(expected)) < 2:
        return ""
    left, right = (Counter(map(_with_type, items)) for items in (returned, expected))
    if left == right:
        return f"the right items in {'reverse' if returned == expected[::-1] else 'another'} order"
    longest = max(len(returned), len(expected))
    if len(returned) == len(expected) or longest < MIN_COUNTED:
        return ""
    missing, extra = right - left, left - right
    if 2 * (left & right).total() < len(expected):
        return f"{len(returned)} items instead of {len(expected)}"
    says = []
    if count := missing.total():
        says.append(f"{count} of {len(expected)} items missing, {_such_as(missing, expected)}")
    if count := extra.total():
        items = "1 item" if count == 1 else f"{count} items"
        says.append(f"{items} too many, {_such_as(extra, returned)}")
    return f"a list that is nearly right: {'; '.join(says)}"


def _with_type(item: Any) -> str:
    """Return a text that differs for a number and for an object that looks like it."""
    return f"{type(item).__name__} {item!r}"


def _such_as(items: Counter[str], among: Sequence[Any]) -> str:
    first = render_short(next(item for item in among if _with_type(item) in items))
    return first if items.total() == 1 else f"such as {first}"


def other_parts(returned: Any, expected: Any) -> str:
    """Name the first wrong part of a value, if no more than half of its parts are wrong."""
    if type(returned) is not type(expected):
        return ""
    left, right = _parts(returned), _parts(expected)
    wrong = sum(1 for step in right if step not in left or left[step] != right[step])
    if not 0 < 2 * wrong <= len(right) or left.keys() != right.keys():
        return ""
    path, one, other = next(differences(returned, expected, whole_objects=True))
    is_now, wanted = render_short(one), render_short(other)
    differs = f"{path} is {is_now} instead of {wanted}"
    if is_now == wanted:
        differs = f"{path} looks right, but differs"
    kind, noun = ("a table", "cells") if is_table(expected) else (_a(expected), "parts")
    first = ":" if wrong == 1 else "; the first:"
    return f"{kind} with {wrong} of {len(right)} {noun} wrong{first} {differs}"


def _parts(value: Any) -> dict[str, Any]:
    """Return the cells of a table, or the parts of another value, by their steps."""
    if not is_table(value):
        return dict(steps(value))
    return {row + column: cell for row, cells in steps(value) for column, cell in steps(cells)}


def same_row(evidence: Evidence) -> str:
    """Explain rows that are all one list, by an expression such as `[[0] * 5] * 5`."""
    if evidence.values is None:
        return ""
    returned, expected = evidence.values
    if not (is_table(returned) and is_table(expected) and returned != expected):
        return ""
    if any(row != returned[0] for row in returned) or all(row == expected[0] for row in expected):
        return ""
    for file, python in evidence.sources.own_python:
        for node in python.nodes:
            match node:
                case ast.BinOp(left=ast.List(elts=[row]), op=ast.Mult()) if _is_list(row):
                    place = f"`{unparsed(node)}` ({file}, line {node.lineno})"
                    says = f"{evidence.subject} returned a table in which all rows are equal"
                    why = f"since {place} makes all rows the same list"
                    return f"{says}: a number put into one row appears in every row, {why}"
    return ""


def _is_list(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.ListComp) or (
        isinstance(node, ast.BinOp) and _is_list(node.left)
    )


def _kind(value: Any) -> str:
    """Return a word for the type of a value; empty for types that mean nothing to a beginner."""
    if isinstance(value, (Placeholder, Handle)):
        name = class_name(value)[:60]
        is_known = isinstance(value, (Placeholder, IteratorHandle)) or name in FUNCTION_TYPES
        return name if is_known else ""
    kind: type = type(value)
    named = is_dataclass(value) or isinstance(value, Enum) or hasattr(kind, "_fields")
    if named or kind in (*_SIZED, bool):
        return _NAMES.get(kind, kind.__name__)
    return _NAMES.get(kind, "")


def _a(value: Any) -> str:
    word = _kind(value) or "value"
    if type(value) is bool:
        return "True or False"
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def _the(value: Any, other: Any) -> str:
    """Return the kind of a value, and also the value if one of both is a string."""
    if str not in (type(value), type(other)):
        return _a(value)
    shown = render_short(value)
    return shown if type(value) is bool else f"the {_kind(value)} {shown}"
