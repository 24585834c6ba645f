"""What a wrong value looks like: the mistake that usually leads to it, the most basic one first.

Values are plain data of the judge's own types; what they hold comes from the submission.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import partial
from typing import Any

from autograder.judge.definitions import reason_for_none, repeated_list
from autograder.judge.identity import explain_identity
from autograder.judge.modules.handles import FUNCTION_TYPES, Handle, IteratorHandle
from autograder.judge.render import class_name, is_small, render_short
from autograder.judge.sources import Sources
from autograder.judge.wrong_items import is_rectangle, wrong_entries, wrong_items
from autograder.safetext import printable_line
from autograder.sandbox.values import Foreign

MAX_TYPE_NAME = 60
_SEQUENCES = (list, tuple, deque)
_SIZED = (*_SEQUENCES, set, frozenset, dict, str)
_PLAIN = {
    list: "list",
    tuple: "tuple",
    dict: "dict",
    set: "set",
    frozenset: "frozenset",
    deque: "deque",
    str: "string",
    int: "number",
    float: "number",
    bool: "bool",
}
_LAZY = {"generator", "map", "filter", "zip", "reversed", "dict_keys", "dict_values", "dict_items"}


@dataclass(frozen=True)
class Answer:
    """What a function returned and printed, and what it should have returned."""

    subject: str
    returned: Any
    expected: Any
    printed: str = ""


def explain_none(answer: Answer, sources: Sources) -> str:
    """Return why a function returned None: printed instead, or ended without a `return`."""
    subject, printed = answer.subject, answer.printed.strip()
    reason = reason_for_none(sources, subject)
    if printed and printed in (str(answer.expected).strip(), repr(answer.expected)):
        first, _, rest = printed.partition("\n")
        shown = printable_line(first, 60) + (" …" if rest else "")
        why = "`return` gives a value back; `print` only shows it"
        return f"{subject} printed {shown} and returned None: {why}"
    return f"{subject} returned None: {reason}" if reason else ""


def diagnose_value(answer: Answer, sources: Sources) -> str:
    """Return a sentence about a wrong value; empty if no known mistake leads to it."""
    returned, expected = answer.returned, answer.expected
    if not (is_small(returned) and is_small(expected)):
        return ""
    if returned is None and expected is not None:
        return explain_none(answer, sources)
    rules = (
        _not_called,
        _other_kind,
        _changed_places,
        partial(_one_list, sources),
        _text,
        wrong_items,
        wrong_entries,
        _field,
    )
    says = next(filter(None, (rule(returned, expected) for rule in rules)), "")
    if not says and (identity := explain_identity(sources, answer.subject)):
        says = f"gave the wrong answer; {identity}"
    return f"{answer.subject} {says}" if says else ""


def _not_called(returned: Any, expected: Any) -> str:
    if not isinstance(returned, (Foreign, Handle)) or expected is None:
        return ""
    name = class_name(returned)
    if name in FUNCTION_TYPES:
        return f"returned a function instead of {_a(expected)}: is a call missing its ()?"
    if name in _LAZY and isinstance(expected, _SIZED):
        kind = type(expected).__name__
        return f"returned {_article(name)}, not {_a(expected)}: {kind}(…) makes one"
    return ""


def _other_kind(returned: Any, expected: Any) -> str:
    """Explain a correct value of the wrong type, or a value of a different kind."""
    if not _kind(returned) or not _kind(expected):
        return ""
    if _are_empty(returned, expected):
        kinds = _kind(returned), _kind(expected)
        same = kinds[0] == kinds[1]
        return "" if same else f"returned an empty {kinds[0]} instead of an empty {kinds[1]}"
    if is_same_data(returned, expected):
        path, one, other = _first_other_type(returned, expected, "")
        if type(one) is str or type(other) is str:
            is_now, wanted = _the(one), _the(other)
        else:
            is_now, wanted = _a(one), _a(other)
        part = f"its part {path}" if path else "it"
        return f"returned the right value, but {part} is {is_now} instead of {wanted}"
    if _kind(returned) != _kind(expected):
        found = str(returned) if type(returned) is bool else _a(returned)
        return f"returned {found} instead of {_a(expected)}"
    if type(returned) is type(expected) is list:
        kinds = _kind_of_items(returned), _kind_of_items(expected)
        if all(kinds) and kinds[0] != kinds[1]:
            return f"returned a list of {kinds[0]}s instead of a list of {kinds[1]}s"
    return ""


def is_same_data(one: Any, other: Any) -> bool:
    """Do two values hold the same numbers and texts, whatever the types around these are?"""
    if type(one) in _SEQUENCES or type(other) in _SEQUENCES or is_dataclass(one):
        left, right = _parts(one), _parts(other)
        if left is None or right is None or len(left) != len(right):
            return False
        return all(map(is_same_data, left, right))
    if type(one) is dict and type(other) is dict:
        return one.keys() == other.keys() and all(is_same_data(one[k], other[k]) for k in one)
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
    elif is_dataclass(one):
        names = [field.name for field in fields(one)]
        steps = [(f".{name}", getattr(one, name), getattr(other, name)) for name in names]
    else:
        steps = [(f"[{i}]", *pair) for i, pair in enumerate(zip(one, other, strict=True))]
    step, left, right = next((s for s in steps if not _is_alike(s[1], s[2])), steps[0])
    return _first_other_type(left, right, path + step)


def _is_alike(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _changed_places(returned: Any, expected: Any) -> str:
    if _is_swapped(returned, expected):
        names = [field.name for field in fields(returned)] if is_dataclass(returned) else []
        which = " and ".join(names) or "the two numbers"
        pair = f"{render_short(returned)} instead of {render_short(expected)}"
        return f"returned {pair}: are {which} swapped?"
    if is_rectangle(returned) and is_rectangle(expected):
        columns = [list(column) for column in zip(*expected, strict=True)]
        if returned == columns:
            return "returned the right table on its side: are rows and columns swapped?"
    if type(returned) is type(expected) is list and len(returned) == len(expected) > 0:
        differing = [pair for pair in zip(returned, expected, strict=True) if pair[0] != pair[1]]
        if all(_is_swapped(one, other) for one, other in differing):
            one, other = differing[0]
            pair = f"{render_short(one)} instead of {render_short(other)}"
            return f"returned {pair}: are its two numbers swapped?"
    return ""


def _is_swapped(one: Any, other: Any) -> bool:
    if type(one) is not type(other) or type(one) in (list, deque):
        return False
    left, right = _parts(one), _parts(other)
    if left is None or right is None or not len(left) == len(right) == 2:
        return False
    return all(type(n) is int for n in (*left, *right)) and left == right[::-1]


def _one_list(sources: Sources, returned: Any, expected: Any) -> str:
    """Explain rows that are all the same list."""
    if not (is_rectangle(returned) and is_rectangle(expected)):
        return ""
    are_equal = all(row == returned[0] for row in returned)
    if not are_equal or all(row == expected[0] for row in expected):
        return ""
    if not (place := repeated_list(sources)):
        return ""
    return (
        "returned a table in which all rows are equal: a number put into one row appears in every "
        f"row, since {place} makes all rows the same list"
    )


def _field(returned: Any, expected: Any) -> str:
    """Explain an object with wrong fields, if one is right or there is only one that is wrong."""
    if type(returned) is not type(expected) or not is_dataclass(returned):
        return ""
    pairs = [
        (f.name, getattr(returned, f.name), getattr(expected, f.name)) for f in fields(returned)
    ]
    wrong = [pair for pair in pairs if pair[1] != pair[2]]
    if not 0 < len(wrong) < len(pairs):
        return ""
    name, found, right = wrong[0]
    rules = (_other_kind, wrong_items, wrong_entries)
    why = next(filter(None, (rule(found, right) for rule in rules)), "")
    says = why.removeprefix("returned ")
    if len(wrong) == 1:
        why = f": {says}" if why else ""
        return f"returned {_a(returned)} in which only `{name}` is wrong{why}"
    names = " and ".join(f"`{name}`" for name, _, _ in wrong)
    why = f"; `{name}`: {says}" if why else ""
    return f"returned {_a(returned)} in which {names} are wrong{why}"


def _text(returned: Any, expected: Any) -> str:
    if not (type(returned) is type(expected) is str):
        return ""
    if returned.split() == expected.split():
        return "returned the right string, but with different spaces or line endings"
    if returned.casefold() == expected.casefold():
        return "returned a string that differs only in upper and lower case"
    return ""


def _kind(value: Any) -> str:
    """Return a word for the type of a value; empty for types that mean nothing to a beginner."""
    if isinstance(value, (Foreign, IteratorHandle)):
        return printable_line(class_name(value), MAX_TYPE_NAME)
    if is_dataclass(value) or isinstance(value, Enum) or hasattr(type(value), "_fields"):
        return type(value).__name__
    return _PLAIN.get(type(value), "")


def _kind_of_items(items: Sequence[Any]) -> str:
    kinds = {_kind(item) for item in items}
    return kinds.pop() if len(kinds) == 1 else ""


def _are_empty(*values: Any) -> bool:
    return all(isinstance(value, _SIZED) and not value for value in values)


def _a(value: Any) -> str:
    return "True or False" if type(value) is bool else _article(_kind(value) or "value")


def _the(value: Any) -> str:
    """Return a number or string with its kind, such as "the string '3'"."""
    kind = _kind(value)
    return f"the {kind} {render_short(value)}" if kind in ("string", "number") else _a(value)


def _article(word: str) -> str:
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"
