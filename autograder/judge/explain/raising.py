"""A response without a value: the outcome, the fact, and what its exception usually means."""

from __future__ import annotations

import ast
import contextlib
import re
import sys
from collections.abc import Mapping
from typing import Any

from autograder.judge.explain.evidence import Evidence, unparsed
from autograder.judge.render.values import shortened
from autograder.report import Outcome
from autograder.sandbox.files import status_of_exit
from autograder.sandbox.messages import Response, ResponseKind

MAX_CLASS_NAME = 120
MAX_EXCEPTION_TEXT = 300
FORBIDDEN = (
    "graded programs may not start processes, use the network, or leave the folder they start in"
)
NO_THREADS = "graded programs may not start threads"
MODULES = "graded programs have only part of the standard library on this machine"
NO_MODULE = re.compile(r"No module named '(\w{1,80})[.\w]*'")

_DIVISION = "`/` gives a float, `//` an integer"
_INDICES = r"(list|tuple|string) indices must be integers( or slices)?, not '?"
_HINTS = {
    _INDICES + "tuple": "a list takes one index: write `[row][column]`, not `[row, column]`",
    _INDICES + "str": "an index is a number: is `int(…)` missing?",
    _INDICES + "float": _DIVISION,
    r"'float' object cannot be interpreted as an integer": _DIVISION,
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
}


def usual_meaning(evidence: Evidence) -> str:
    """Say what an exception of Python's own usually means to a beginner."""
    place, text = evidence.place, evidence.text
    if place is None or place.file not in evidence.sources.own:
        return ""
    return next((hint for pattern, hint in _HINTS.items() if re.match(pattern, text)), "")


def index_out_of_range(evidence: Evidence) -> str:
    """Say how many items a list, tuple or string has, and which one the code asked for."""
    place = evidence.place
    if place is None or not evidence.text.endswith("index out of range"):
        return ""
    for node in evidence.python.nodes:
        if isinstance(node, ast.Subscript) and node.lineno <= place.line <= (node.end_lineno or 0):
            with contextlib.suppress(LookupError, SyntaxError, TypeError, ValueError):
                if says := _missing_item(node, place.locals):
                    return says
    return ""


def _missing_item(node: ast.Subscript, variables: Mapping[str, str]) -> str:
    """Return the sentence if the index of this expression is out of range."""
    name, index, unit = unparsed(node.value), _value(node.slice, variables), "item"
    if many := re.fullmatch(r"a (?:list|tuple) of (\d{1,9})", variables.get(name, "")):
        count = int(many[1])
    else:
        whole = _value(node.value, variables)
        if not isinstance(whole, list | tuple | str):
            return ""
        count, unit = len(whole), "character" if isinstance(whole, str) else unit
    if type(index) is not int or -count <= index < count:
        return ""
    items = f"has 1 {unit}, `{name}[0]`" if count else "is empty"
    if count > 1:
        items = f"has {count} {unit}s, `{name}[0]` to `{name}[{count - 1}]`"
    return f"`{name}` {items}, so there is no `{name}[{index}]`"


def _value(node: ast.expr, variables: Mapping[str, str]) -> Any:
    """Return the value of a simple expression, given those of variables.

    Raises:
        LookupError, SyntaxError, TypeError, ValueError: it is not simple, or a value is not known.
    """
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return ast.literal_eval(variables[name])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, variables)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _value(left, variables) + _value(right, variables)
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            return _value(left, variables) - _value(right, variables)
        case ast.Subscript(value=whole, slice=index):
            return _value(whole, variables)[_value(index, variables)]
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
            many = re.fullmatch(r"a \w+ of (\d{1,9})", variables[name])
            return int(many[1]) if many else len(ast.literal_eval(variables[name]))
    raise ValueError


def what_happened(response: Response, subject: str) -> tuple[Outcome, str]:
    """Return the outcome of a response without a value, and the fact as a sentence."""
    match response.kind:
        case ResponseKind.TIMED_OUT:
            return Outcome.TIMED_OUT, f"{subject} did not finish: {response.reason}"
        case ResponseKind.MISSING:
            return Outcome.NOT_DEFINED, f"{subject} is not defined"
        case ResponseKind.TOO_BIG:
            says = f"{subject} returned a value that is too big to read: {response.reason}"
            return Outcome.WRONG, says
        case ResponseKind.STOPPED:
            return Outcome.CRASHED, f"{subject} was stopped: {response.reason}"
        case ResponseKind.RAISED:
            return _raised(response, subject)
    return Outcome.CRASHED, f"{subject} did not finish: {response.reason}"


def _raised(response: Response, subject: str) -> tuple[Outcome, str]:
    names = response.exceptions or ("an exception",)
    kind = shortened(names[0], MAX_CLASS_NAME)
    text = shortened(response.message.strip(), MAX_EXCEPTION_TEXT)
    if "MemoryError" in names:
        return Outcome.OUT_OF_MEMORY, f"{subject} used more memory than allowed"
    if "RecursionError" in names:
        says = f"{subject} did not finish: its calls are nested too deeply (RecursionError)"
    elif "SystemExit" in names:
        says = f"{subject} called exit(){_exit_code(response, text)}"
    elif "EOFError" in names:
        says = f"{subject} called input() when there was nothing left to read"
    elif kind == "OutputLimitError":
        says = f"{subject} printed too much: {text}"
    else:
        note = _confinement(kind, text)
        text = f"{text} ({note})" if note else text
        says = f"{subject} raised {kind}{f': {text}' if text else ''}"
    return Outcome.CRASHED, says


def _exit_code(response: Response, text: str) -> str:
    """Return what exit() was called with: Python takes a number, a bool too, as the status."""
    match response.arguments:
        case [[int(code)], *_]:
            status = status_of_exit(code)
            return f" with the status {status}" if status else ""
    return "" if text in ("", "None") else f" with the message: {text}"


def _confinement(kind: str, text: str) -> str:
    """Return an explanation if the exception comes from the confinement, else nothing."""
    # Without a name: a semaphore without /dev/shm. And a worker may have its own root.
    outside = re.match(r"\[Errno 2\] No such file or directory($|: '/)", text)
    if (kind == "PermissionError" and "graded programs" not in text) or outside:
        return FORBIDDEN
    if kind == "RuntimeError" and text == "can't start new thread":
        return NO_THREADS
    missing = NO_MODULE.fullmatch(text)
    if kind == "ModuleNotFoundError" and missing and missing[1] in sys.stdlib_module_names:
        return MODULES
    return ""
