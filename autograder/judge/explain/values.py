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
from autograder.judge.render.values import class_name, render_short
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
    own = {each.node.name for each in methods if each.owner}
    assigned = {
        target.id: unparsed(each)
        for each in nodes
        if isinstance(each, ast.Assign) and _changes_in_place(each.value, own)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    for value in values:
        if _changes_in_place(value, own):
            says = f"`return {unparsed(value)}` returns None" if value else ""
            return f"{says}, since it changes the object in place"
        if isinstance(value, ast.Name) and value.id in assigned:
            return f"`{assigned[value.id]}` assigns None, since it changes the object in place"
    if not values:
        return "it ended without a `return`" if _falls_through(node.body) else ""
    if all(value is None for value in values):
        return "`return` alone returns None; write the value after it"
    if any(value is None or getattr(value, "value", "") is None for value in values):
        return ""
    if _falls_through(node.body):
        return "not every path through it ends with a `return`"
    return ""


def _changes_in_place(value: ast.expr | None, own: set[str]) -> bool:
    """Is it a call such as `numbers.sort()`, of a method that is not the student's own?"""
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in CHANGES_IN_PLACE - own


def _falls_through(body: Sequence[ast.stmt]) -> bool:
    """Can statements end without a `return`? False where that is not certain."""
    match body[-1]:
        case ast.If(body=then, orelse=otherwise):
            return not otherwise or _falls_through(then) or _falls_through(otherwise)
        case ast.For(orelse=otherwise) | ast.While(orelse=otherwise) as loop:
            forever = isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant)
            return not forever and not otherwise
        case ast.Try(body=tried, handlers=handlers, orelse=otherwise, finalbody=final):
            paths = [otherwise or tried, *(each.body for each in handlers)]
            return not final and any(map(_falls_through, paths))
        case ast.With(body=inner):
            return _falls_through(inner)
        case ast.Expr(
            value=ast.Call(func=ast.Name(id="exit" | "quit") | ast.Attribute(attr="exit"))
        ):
            return False
    return isinstance(body[-1], ast.Assign | ast.AugAssign | ast.Expr | ast.Pass | ast.Delete)


def not_called(returned: Any, expected: Any) -> str:
    """Explain a function or an iterator that was returned in place of a value."""
    if not isinstance(returned, (Placeholder, Handle)) or expected is None:
        return ""
    name = class_name(returned)
    if name in FUNCTION_TYPES:
        return f"returned a function instead of {_a(expected)}: is a call missing its ()?"
    if name in _LAZY and isinstance(expected, _SIZED):
        return (
            f"returned {_article(name)}, not {_a(expected)}: {type(expected).__name__}(…) makes one"
        )
    return ""


def other_kind(returned: Any, expected: Any) -> str:
    """Explain a correct value of the wrong type, or a value of a different kind."""
    kinds = _kind(returned), _kind(expected)
    if not all(kinds):
        return ""
    if all(isinstance(value, _SIZED) and not value for value in (returned, expected)):
        same = kinds[0] == kinds[1]
        return "" if same else f"returned an empty {kinds[0]} instead of an empty {kinds[1]}"
    if _is_same_data(returned, expected):
        path, one, other = _first_other_type(returned, expected, "")
        texts = _a(one), _a(other)
        if str in (type(one), type(other)):
            texts = _the(one), _the(other)
        part = f"its part {path}" if path else "it"
        return f"returned the right value, but {part} is {texts[0]} instead of {texts[1]}"
    if kinds[0] != kinds[1]:
        found = str(returned) if type(returned) is bool else _a(returned)
        return f"returned {found} instead of {_a(expected)}"
    if type(returned) is type(expected) is list:
        one, other = ({_kind(item) for item in items} for items in (returned, expected))
        if len(one) == len(other) == 1 and one != other and all(one | other):
            return f"returned a list of {one.pop()}s instead of a list of {other.pop()}s"
    return ""


def _is_same_data(one: Any, other: Any) -> bool:
    """Do two values hold the same numbers and texts, whatever the types around these are?"""
    left, right = _parts(one), _parts(other)
    if left is not None or right is not None:
        alike = left is not None and right is not None and len(left) == len(right)
        return alike and all(map(_is_same_data, left or (), right or ()))
    if type(one) is dict and type(other) is dict:
        return one.keys() == other.keys() and all(_is_same_data(one[k], other[k]) for k in one)
    if {type(one), type(other)} & {str} and {type(one), type(other)} & {int, float}:
        return str(one).strip() == str(other).strip()
    return type(one) is type(other) and bool(one == other)


def _parts(value: Any) -> list[Any] | None:
    if isinstance(value, _SEQUENCES):
        return list(value)
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    return None


def _first_other_type(one: Any, other: Any, path: str) -> tuple[str, Any, Any]:
    """Return the outermost place where values of the same data have other types."""
    if type(one) is not type(other):
        return path, one, other
    if type(one) is dict:
        steps = [(f"[{render_short(key)}]", one[key], other[key]) for key in one]
    else:
        pairs = enumerate(zip(_parts(one) or (), _parts(other) or (), strict=True))
        names = [f".{field.name}" for field in fields(one)] if is_dataclass(one) else []
        steps = [(names[i] if names else f"[{i}]", *pair) for i, pair in pairs]
    differs = (s for s in steps if type(s[1]) is not type(s[2]) or s[1] != s[2])
    step, left, right = next(differs, steps[0])
    return _first_other_type(left, right, path + step)


def swapped(returned: Any, expected: Any) -> str:
    """Explain two numbers, or the rows and columns of a table, in each other's place."""
    tables = _is_rectangle(returned) and _is_rectangle(expected)
    if tables and returned == [list(column) for column in zip(*expected, strict=True)]:
        return "returned the right table on its side: are rows and columns swapped?"
    both = [(returned, expected)]
    if type(returned) is type(expected) is list and len(returned) == len(expected):
        both = [pair for pair in zip(returned, expected, strict=True) if pair[0] != pair[1]]
    if not both or not all(_are_swapped(*pair) for pair in both):
        return ""
    one, other = both[0]
    names = [field.name for field in fields(one)] if is_dataclass(one) else []
    which = " and ".join(names) or "the two numbers"
    return f"returned {render_short(one)} instead of {render_short(other)}: are {which} swapped?"


def _are_swapped(one: Any, other: Any) -> bool:
    left, right = _parts(one), _parts(other)
    if type(one) is not type(other) or type(one) is list or not left or len(left) != 2:
        return False
    return all(type(n) is int for n in (*left, *(right or ()))) and left == (right or [])[::-1]


def _is_rectangle(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) > 1
        and all(type(row) is list and len(row) == len(value[0]) > 0 for row in value)
    )


def same_row(evidence: Evidence) -> str:
    """Explain rows that are all one list, by an expression such as `[[0] * 5] * 5`."""
    returned, expected = evidence.pair
    if not (_is_rectangle(returned) and _is_rectangle(expected)):
        return ""
    if any(row != returned[0] for row in returned) or all(row == expected[0] for row in expected):
        return ""
    for file, python in evidence.sources.own_python:
        for node in python.nodes:
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
                lists = [each for each in (node.left, node.right) if isinstance(each, ast.List)]
                if any(_is_list(item) for each in lists for item in each.elts):
                    place = f"`{unparsed(node)}` ({file}, line {node.lineno})"
                    says = f"{evidence.subject} returned a table in which all rows are equal"
                    why = f"since {place} makes all rows the same list"
                    return f"{says}: a number put into one row appears in every row, {why}"
    return ""


def _is_list(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _is_list(node.left) or _is_list(node.right)
    return isinstance(node, ast.List | ast.ListComp)


def other_text(returned: Any, expected: Any) -> str:
    """Explain a string with other white space or letters."""
    if not (type(returned) is type(expected) is str):
        return ""
    if returned.split() == expected.split():
        return "returned the right string, but with different spaces or line endings"
    if returned.casefold() == expected.casefold():
        return "returned a string that differs only in upper and lower case"
    return ""


def other_items(returned: Any, expected: Any) -> str:
    """Explain a list, table or dict that is nearly right."""
    if isinstance(returned, dict) and isinstance(expected, dict) and len(expected) > 1:
        return _other_entries(returned, expected)
    if not (type(returned) is type(expected) is list) or min(len(returned), len(expected)) < 2:
        return ""
    left, right = (Counter(map(_with_type, items)) for items in (returned, expected))
    if left == right:
        order = "reverse" if returned == expected[::-1] else "another"
        return f"returned the right items in {order} order"
    if len(returned) == len(expected) and all(type(row) is list for row in expected):
        return _other_cells(returned, expected)
    longest, common = max(len(returned), len(expected)), (left & right).total()
    if longest < MIN_COUNTED or 2 * common < len(expected):
        return ""
    missing, extra = right - left, left - right
    repeated = Counter({*extra} & {*right})
    others = Counter({item: extra[item] for item in extra if item not in right})
    parts = []
    if count := missing.total():
        verb = "is" if count == 1 else "are"
        parts.append(
            f"{count} of {len(expected)} items {verb} missing, {_such_as(missing, expected)}"
        )
    if count := len(repeated):
        occur = "1 item occurs" if count == 1 else f"{count} items occur"
        parts.append(f"{occur} too often, {_such_as(repeated, returned)}")
    if count := others.total():
        noun = "item" if count == 1 else "items"
        parts.append(f"{count} {noun} should not be there, {_such_as(others, returned)}")
    return f"returned a list that is nearly right: {'; '.join(parts)}"


def _with_type(item: Any) -> str:
    """Return a text that differs for a number and for an object that looks like it."""
    return f"{type(item).__name__} {item!r}"


def _such_as(items: Counter[str], among: Sequence[Any]) -> str:
    first = render_short(next(item for item in among if _with_type(item) in items))
    return first if items.total() == 1 else f"such as {first}"


def _other_cells(returned: Sequence[Any], expected: Sequence[Any]) -> str:
    both = _is_rectangle(returned) and _is_rectangle(expected)
    if not both or len(returned[0]) != len(expected[0]):
        return ""
    cells = [
        (f"[{i}][{j}]", cell, right)
        for i, (row, others) in enumerate(zip(returned, expected, strict=True))
        for j, (cell, right) in enumerate(zip(row, others, strict=True))
    ]
    return _wrong_places("table", cells, "cells")


def _other_entries(returned: dict[Any, Any], expected: dict[Any, Any]) -> str:
    missing = [key for key in expected if key not in returned]
    extra = [key for key in returned if key not in expected]
    if missing or extra:
        keys, word = (missing, "lacks") if missing else (extra, "should not have")
        more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
        return f"returned a dict that {word} the key {render_short(keys[0])}{more}"
    entries = [(render_short(key), returned[key], right) for key, right in expected.items()]
    return _wrong_places("dict", entries, "entries")


def _wrong_places(kind: str, places: Sequence[tuple[str, Any, Any]], noun: str) -> str:
    """Name the first wrong place, if no more than half of the places are wrong."""
    wrong = [place for place in places if place[1] != place[2]]
    if 2 * len(wrong) > len(places):
        return ""
    place, found, right = wrong[0]
    is_now, wanted = render_short(found), render_short(right)
    differs = f"{place} is {is_now} instead of {wanted}"
    if is_now == wanted:
        differs = f"{place} looks right, but differs"
    which = f": {differs}" if len(wrong) == 1 else f"; the first: {differs}"
    return f"returned a {kind} with {len(wrong)} of {len(places)} {noun} wrong{which}"


def other_field(returned: Any, expected: Any) -> str:
    """Explain an object with wrong fields, if one is right or there is only one that is wrong."""
    if type(returned) is not type(expected) or not is_dataclass(returned):
        return ""
    names = [field.name for field in fields(returned)]
    wrong = [name for name in names if getattr(returned, name) != getattr(expected, name)]
    if not 0 < len(wrong) < len(names):
        return ""
    pair = getattr(returned, wrong[0]), getattr(expected, wrong[0])
    says = (other_kind(*pair) or other_items(*pair)).removeprefix("returned ")
    which = " and ".join(f"`{name}`" for name in wrong)
    one = len(wrong) == 1
    why = says and (f": {says}" if one else f"; `{wrong[0]}`: {says}")
    which = f"only {which} is" if one else f"{which} are"
    return f"returned {_a(returned)} in which {which} wrong{why}"


def same_object(evidence: Evidence) -> str:
    """Name an `is` with a number or string in the student's files: at home, it may be true."""
    if evidence.values is None:
        return ""
    for file, python in evidence.sources.own_python:
        for node in python.nodes:
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
                sides = [getattr(each, "value", None) for each in (node.left, *node.comparators)]
                if any(type(each) in _NAMES for each in sides):
                    where = f"`{unparsed(node)}` ({file}, line {node.lineno})"
                    meant = "==" if isinstance(node.ops[0], ast.Is) else "!="
                    says = f"{where} asks whether it is the same object: is `{meant}` meant?"
                    return f"{evidence.subject} gave the wrong answer; {says}"
    return ""


def _kind(value: Any) -> str:
    """Return a word for the type of a value; empty for types that mean nothing to a beginner."""
    if isinstance(value, (Placeholder, IteratorHandle)):
        return class_name(value)[:60]
    kind: type = type(value)
    named = is_dataclass(value) or isinstance(value, Enum) or hasattr(kind, "_fields")
    if named or kind in (*_SIZED, bool):
        return _NAMES.get(kind, kind.__name__)
    return _NAMES.get(kind, "")


def _a(value: Any) -> str:
    return "True or False" if type(value) is bool else _article(_kind(value) or "value")


def _the(value: Any) -> str:
    """Return a number or string with its kind, such as "the string '3'"."""
    kind = _kind(value)
    return f"the {kind} {render_short(value)}" if kind in ("string", "number") else _a(value)


def _article(word: str) -> str:
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"
