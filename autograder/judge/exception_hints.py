"""What common exceptions of Python's own mean to a beginner."""

from __future__ import annotations

import re

_COPY = "do not add or remove items in a loop over them; loop over a copy, such as `list(…)`"
_DIVISION = "`/` gives a float, `//` an integer"
_HINTS = {
    r"list indices must be integers or slices, not tuple": (
        "a list takes one index: write `[row][column]`, not `[row, column]`"
    ),
    r"(list|tuple|string) indices must be integers( or slices)?, not '?str": (
        "is `int(…)` missing?"
    ),
    r"(list|tuple|string) indices must be integers( or slices)?, not '?float": _DIVISION,
    r"'float' object cannot be interpreted as an integer": _DIVISION,
    r"dictionary (changed size|keys changed) during iteration": _COPY,
    r"Set changed size during iteration": _COPY,
    r"deque mutated during iteration": _COPY,
    r".*unhashable type: 'list'": (
        "a list cannot be a key or an element of a set; a tuple can: `tuple(…)`"
    ),
    r"can only concatenate str \(not \"(int|float)\"\) to str": (
        "`str(…)` converts a number to a string, `int(…)` a string to a number"
    ),
    r"unsupported operand type\(s\) for .*: '(int' and 'str|str' and 'int)'": (
        "a string of digits is not a number; `int(…)` converts it"
    ),
    r"'(method|function|builtin_function_or_method)' object is not (subscriptable|iterable)": (
        "is a call missing its ()?"
    ),
    r"cannot assign to field '": "objects of this class cannot be changed; make a new one",
}
_KEY = re.compile(r"""\[\s*f?["'][^\d"'-]""")
"""An index written as a string that does not begin with a digit."""


def exception_hint(text: str, source: str) -> str:
    """Return what an exception's text usually means; empty if it is not in the list.

    `source` is the line that raised it.
    """
    if "indices must be integers" in text and _KEY.search(source):
        return ""
    return next((hint for pattern, hint in _HINTS.items() if re.match(pattern, text)), "")
