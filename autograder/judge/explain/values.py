"""What a wrong value looks like: how it differs from the expected one, the most basic way first.

Values are plain data of the judge's own types, and `is_small`: no rule needs limits of its own. A
rule returns what follows "NAME returned".
"""

from __future__ import annotations

import contextlib
import re
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from enum import Enum
from functools import partial
from typing import Any

import pytest

from autograder.judge.comparison import APPROX
from autograder.judge.explain.evidence import Evidence, Says
from autograder.judge.explain.output import first_difference
from autograder.judge.modules.handles import FUNCTION_TYPES, Handle, IteratorHandle, state_of
from autograder.judge.render.pairs import common_prefix_length, differences, steps
from autograder.judge.render.values import class_name, is_small, is_table, render_short
from autograder.sandbox.values import Placeholder
from autograder.sentences import counted, joined

ValueRule = Callable[[Any, Any], str | Says]
_ApproxNumber, _ApproxSequence, _ = APPROX
_NUMBERS, _SEQUENCES = (int, float), (list, tuple, deque)
_SIZED = (*_SEQUENCES, set, frozenset, dict, str)
_NAMES = {str: "string", int: "number", float: "number", _ApproxNumber: "number"}
_FROM = {"builtins", "collections", "datetime", "decimal", "fractions"}
"""The modules of types that have a name in messages; those of other types mean nothing."""
_LAZY = {"generator", "map", "filter", "zip", "reversed", "range"}
_BETWEEN = ("", " ", ", ", "\n")
SHORT, MAX_DIFFERENCE = 16, 100
"""The longest string to quote in full, and the longest text about a part, in characters."""
MAX_BEFORE, MAX_PAIR = 40, 40
"""How many characters before a difference are shown, and how long a pair is that is shown whole."""
ROUNDING = 1e-12
"""The relative difference of floats up to which only rounding explains it."""


def wrong_value(evidence: Evidence) -> Says | None:
    """Explain what was returned by what was expected, if a test compared values."""
    if evidence.values is None:
        return None
    returned, expected = evidence.values[0], _by_parts(evidence.values[1])
    if not all(map(is_small, evidence.values)):
        both = [counted(len(each), "item") for each in evidence.values if type(each) is list]
        is_other = len({*both}) == 2
        return Says(f"returned {' instead of '.join(both)}") if is_other else None
    call = evidence.invocation.call
    given = {} if evidence.response.changed else evidence.invocation.given
    verb = "is" if call.endswith(f".{evidence.subject.rpartition('.')[2]}") else "returned"
    rules: tuple[ValueRule, ...] = (partial(argument, given=given), *_RULES)
    for rule in rules:
        with contextlib.suppress(Exception):  # Such as when a Decimal is compared with approx.
            if says := rule(returned, expected):
                says = Says(says) if isinstance(says, str) else says
                if _is_subject(returned, evidence):
                    says = replace(says, cause=f"that is {evidence.subject} itself")
                return replace(says, fact=f"{verb} {says.fact}")
    return None


def _is_subject(value: Any, evidence: Evidence) -> bool:
    """Is a value the function that was called, as no other of the student's has its name?"""
    name = evidence.subject.rpartition(".")[2]
    texts = f"<function {name}>", f"<bound method {name}>"
    is_named = isinstance(value, Handle) and state_of(value).shown in texts
    return is_named and evidence.sources.function(name) is not None


def _by_parts(expected: Any) -> Any:
    """Return a list or tuple of approximate numbers for an approximate one."""
    if not isinstance(expected, _ApproxSequence):
        return expected
    near = partial(pytest.approx, rel=expected.rel, abs=expected.abs, nan_ok=expected.nan_ok)
    return type(expected.expected)(map(near, expected.expected))


def argument(returned: Any, expected: Any, given: Mapping[str, Any]) -> str:
    """Explain a value that is an argument, as it was or in reverse."""
    is_number = type(returned) in _NUMBERS and abs(returned) > 1 and type(expected) in _NUMBERS
    if expected is None or not (is_number or (type(returned) in _SIZED and returned)):
        return ""
    instead = "" if type(returned) is type(expected) else f" instead of {a_kind(expected)}"
    for name, value in given.items():
        if is_number and type(value) in _NUMBERS and value == returned:
            return f"the value of its argument `{name}`"
        if not is_number and _same(value, returned):
            return f"the same as its argument `{name}`{instead}"
        if type(value) is type(returned) in (list, tuple, str) and returned == value[::-1]:
            return f"its argument `{name}` in reverse"
    return ""


def nesting(returned: Any, expected: Any) -> str:
    """Explain the right items in a list too many or too few."""
    for one, other, where in ((returned, expected, "inside"), (expected, returned, "not inside")):
        if type(one) in (list, tuple) and len(one) == 1 and _same(one[0], other) and _kind(other):
            return f"the right {_kind(other)}, but {where} a {type(one).__name__}"
    both = [repr(value) for value in (returned, expected) if type(value) in (list, tuple)]
    flat = [re.findall(r"'[^']*'|\"[^\"]*\"|[-.\w]+", text) for text in both]
    if len(both) == 2 and flat[0] == flat[1] != [] and _content(returned) != _content(expected):
        return "the right items, but nested in another way"
    return ""


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def other_kind(returned: Any, expected: Any) -> str | Says:
    """Explain a correct value of the wrong type, or a value of a different kind."""
    kinds = _kind(returned), _kind(expected)
    if not all(kinds):
        return ""
    if kinds[0] != kinds[1] and isinstance(expected, _ApproxNumber):  # Comparing may raise.
        return f"{a_kind(returned)} instead of a number"
    if type(returned) is type(expected) is bool:
        return f"{returned} instead of {expected}"
    if kinds[0] in FUNCTION_TYPES:
        return Says(f"a function instead of {a_kind(expected)}", "is a call missing its ()?")
    parts = [*differences(returned, expected)]
    alike = (
        type(one) is not type(other) and _content(one) == _content(other) for _, one, other in parts
    )
    if parts and all(alike):
        path, one, other = parts[0]
        part = f"its part {path}" if path else "it"
        how = f"is {a_kind(one)} instead of {a_kind(other)}"
        if len(parts) > 1:
            kind, wrong = a_kind(expected), f"{len(parts)} parts of the wrong type"
            return f"{kind} with {wrong}; the first: {path} {how}"
        return f"the right value, but {part} {how}"
    if kinds[0] != kinds[1]:
        lazy = kinds[0] in _LAZY or kinds[0].startswith("dict_")
        advice = f"{kinds[1]}(…) makes one" if lazy and isinstance(expected, _SIZED) else ""
        if type(returned) in (list, tuple) and {str} == {*map(type, returned)}:
            same = [each for each in _BETWEEN if each.join(returned) == expected]
            advice = f"`{same[0]!r}.join(…)` makes the right one" if same else ""
        found = str(returned) if type(returned) is bool else a_kind(returned)
        return Says(f"{found} instead of {a_kind(expected)}", advice)
    return ""


def _content(value: Any) -> Any:
    """Return the texts and numbers that a value holds, whatever the types around these are."""
    if isinstance(value, _SEQUENCES) or is_dataclass(value):
        return [_content(part) for _, part in steps(value)]
    return str(value).strip() if isinstance(value, (str, int, float)) else value


def other_number(returned: Any, expected: Any) -> str:
    """Explain a number that is one off, or has another sign, size or rounding."""
    expected = expected.expected if isinstance(expected, _ApproxNumber) else expected
    if not (type(returned) in _NUMBERS and type(expected) in _NUMBERS):
        return ""
    difference, side = abs(returned - expected), "more" if returned > expected else "less"
    if type(difference) is float and 0 < difference <= ROUNDING * abs(expected):
        both = f"{render_short(returned)} instead of {render_short(expected)}"
        return f"{both}: only the rounding of floats differs"
    if difference == 1 and -1 not in (returned, expected):  # It may mean "none".
        return f"one {side} than expected"
    if returned == -expected and abs(expected) != 1:
        return "the expected number with the other sign"
    return f"{render_short(returned)} instead of {render_short(expected)}"


def other_text(returned: Any, expected: Any) -> str:
    """Explain a string with other white space or letters, in another order, or wrong in a place."""
    if not (type(returned) is type(expected) is str):
        return ""
    if returned.rstrip("\n") == expected.rstrip("\n") and returned != expected:
        few, many = sorted((returned, expected), key=len)
        how = "without its" if few == returned else "with one more"
        ends = "newline at the end" if len(many) - len(few) == 1 else "newlines at the end"
        return f"the right string, but {how} {ends}"
    if "".join(returned.split()) == "".join(expected.split()):
        return "the right string, but with different spaces or line endings"
    if returned.casefold() == expected.casefold():
        return "a string that differs only in upper and lower case"
    if returned == expected[::-1]:
        return "the right string in reverse"
    lines = zip(returned.split("\n"), expected.split("\n"), strict=False)
    number, (one, other) = first_difference(lines)
    if not returned or max(len(one), len(other)) < SHORT:
        where = f" in line {number + 1}" if "\n" in returned + expected else ""
        return f"{render_short(one)} instead of {render_short(other)}{where}"
    after = common_prefix_length(returned, expected)
    before = common_prefix_length(returned[::-1], expected[::-1])
    if 2 * max(after, before) < len(expected):
        return ""
    part = f"{'…' * (after > MAX_BEFORE)}{expected[:after][-MAX_BEFORE:]}"
    part = part or expected[-before:]
    return f"a string that differs {'after' if after else 'before'} {render_short(part)}"


def each_part(returned: Any, expected: Any) -> str | Says:
    """Explain a container whose items all differ from the right ones in the same way."""
    left, right = _cells(returned), _cells(expected)
    alike = type(returned) is type(expected) and left.keys() == right.keys()
    least = 2 if isinstance(expected, (list, dict)) else 3  # A pair may be a position.
    if not alike or len(right) < least:
        return ""
    pairs = [(left[step], right[step]) for step in right]
    for rule in (other_kind, other_number, other_text, swapped):
        found = {
            rule(one, other) if one != other else ""
            for one, other in pairs
            if not (rule is swapped and one == other and _has_equal_parts(one))
        }
        if len(found) == 1 and all(found):
            says = found.pop()
            says = Says(says) if isinstance(says, str) else says
            return replace(says, fact=f"{a_kind(returned)} in which each value is {says.fact}")
    return ""


def other_extent(returned: Any, expected: Any) -> str:
    """Explain a list or tuple that is right up to its end or from its beginning."""
    if not (type(returned) is type(expected) and type(returned) in (list, tuple)):
        return ""
    count, wanted = len(returned), len(expected)
    if not count or not wanted:
        found, right = (
            counted(n, "item") if n else f"an empty {_kind(expected)}" for n in (count, wanted)
        )
        return f"{found} instead of {right}" if count != wanted else ""
    for end, part in (("first", expected[:count]), ("last", expected[-count:])):
        if count < wanted and returned == part:
            return f"only the {end} {f'{count} ' if count > 1 else ''}of {wanted} items"
    for where, part in (("after", returned[:wanted]), ("before", returned[-wanted:])):
        if count > wanted and part == expected:
            return f"{counted(count - wanted, 'item')} too many {where} the right ones"
    return ""


def other_items(returned: Any, expected: Any) -> str:
    """Explain items in another order, or items or keys that are missing or too many."""
    is_ordered = type(expected) in (list, tuple)
    if type(returned) is not type(expected) or not isinstance(expected, _SIZED[:-1]):
        return ""
    if any(isinstance(item, _ApproxNumber) for item in expected):
        return ""
    left, right = (Counter(map(_with_type, items)) for items in (returned, expected))
    if is_ordered and left == right and len(expected) > 2:
        is_reversed = [*returned][::-1] == [*expected]
        return f"the right items in {'reverse' if is_reversed else 'another'} order"
    if is_ordered and len(returned) == len(expected):
        return ""
    if is_ordered and 2 * (left & right).total() <= max(len(returned), len(expected)):
        return f"{counted(len(returned), 'item')} instead of {len(expected)}"
    noun = "key" if isinstance(expected, dict) else "item"
    both = ((right - left, expected, "missing"), (left - right, returned, "too many"))
    says = [
        f"{counted(items.total(), noun)} {how} ({'such as ' * (items.total() > 1)}{such})"
        for items, among, how in both
        for such in [render_short(each) for each in among if _with_type(each) in items][:1]
    ]
    return f"{a_kind(returned)} with {joined(says)}" if says else ""


def _with_type(item: Any) -> str:
    """Return a text that differs for a number and for an object that looks like it."""
    return f"{type(item).__name__} {item!r}"


def swapped(returned: Any, expected: Any) -> str:
    """Explain a table with rows for columns, and objects whose two parts are swapped."""
    if is_table(returned) and is_table(expected):
        is_square = len({*map(len, returned)}) == 1
        turned = [[*column] for column in zip(*returned, strict=True)] if is_square else []
        return "the right table, but with rows and columns swapped" if turned == expected else ""
    if type(returned) is not type(expected) or not is_dataclass(expected):
        return ""
    pairs = zip(steps(returned), steps(expected), strict=True)
    wrong = [(step[1:], one, other) for (step, one), (_, other) in pairs if not _same(one, other)]
    match wrong:
        case [(first, one, other), (second, its_other, its_one)]:
            is_swapped = _same(one, its_one) and _same(other, its_other)
            return f"{a_kind(expected)} with {first} and {second} swapped" if is_swapped else ""
    return ""


def _has_equal_parts(value: Any) -> bool:
    """Is an object the same if its parts are swapped?"""
    parts = [part for _, part in steps(value)]
    return all(_same(part, parts[0]) for part in parts)


def other_parts(returned: Any, expected: Any) -> str:
    """Name the first wrong part of a value."""
    if type(returned) is not type(expected):
        return ""
    left, right = _cells(returned), _cells(expected)
    kind, noun = a_kind(expected), "values" if type(expected) is dict else "parts"
    if is_table(expected) and left.keys() == right.keys():
        kind, noun = "a table", "cells"
    elif type(expected) in _SEQUENCES:
        left, right, noun = dict(steps(returned)), dict(steps(expected)), "items"
    wrong = sum(1 for step in right if step not in left or left[step] != right[step])
    if not wrong or left.keys() != right.keys():
        return ""
    path, one, other = next(differences(returned, expected, whole_objects=True))
    is_now, wanted = render_short(one), render_short(other)
    how = "looks right, but differs" if is_now == wanted else f"is {is_now} instead of {wanted}"
    differs = f"{noun[:-1]} {path} {how if len(how) < MAX_DIFFERENCE else 'is wrong'}"
    both = render_short(returned), render_short(expected)
    if len(right) == 2 == wrong and max(map(len, both)) <= MAX_PAIR:
        return f"{both[0]} instead of {both[1]}"
    if len(right) == 1:
        return f"{kind} in which {differs}"
    first = ":" if wrong == 1 else "; the first:"
    return f"{kind} with {wrong} of {len(right)} {noun} wrong{first} {differs}"


def _cells(value: Any) -> dict[str, Any]:
    """Return the cells of a table, or the parts of another value, by their steps."""
    if not is_table(value):
        return dict(steps(value))
    return {row + column: cell for row, cells in steps(value) for column, cell in steps(cells)}


_RULES: tuple[ValueRule, ...] = (
    nesting,
    other_kind,
    other_number,
    other_text,
    swapped,
    other_extent,
    other_items,
    each_part,
    other_parts,
)


def _kind(value: Any) -> str:
    """Return a word for the type of a value; empty for types that mean nothing to a beginner."""
    if isinstance(value, (Placeholder, Handle)):
        name = class_name(value)[:60]
        is_known = isinstance(value, (Placeholder, IteratorHandle)) or name in FUNCTION_TYPES
        return name if is_known else ""
    kind: type = _ApproxNumber if isinstance(value, _ApproxNumber) else type(value)
    named = is_dataclass(value) or isinstance(value, Enum) or hasattr(kind, "_fields")
    if named or kind.__module__ in _FROM:
        return _NAMES.get(kind, kind.__name__)
    return _NAMES.get(kind, "")


def a_kind(value: Any) -> str:
    """Return a word for the type of a value, with its article."""
    word = _kind(value) or "value"
    if value is None or type(value) is bool:
        return "None" if value is None else "True or False"
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"
