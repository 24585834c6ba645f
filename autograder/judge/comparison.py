"""What a failed `assert` has compared, as pytest, `unittest` and `approx` tell it."""

from __future__ import annotations

import ast
import contextlib
import re
import traceback
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pytest

from autograder.judge.python_source import PythonSource
from autograder.judge.render.values import render

MAX_EXPRESSION = 200
_NOT_TESTS = {"_pytest", "pytest", "unittest", "contextlib", "autograder"}
_MIRRORED = {
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
    "in": "contains",
    "not in": "does not contain",
}
APPROX: Any = tuple(type(pytest.approx(value)) for value in (0, [0], {0: 0}))
_EQUALITY = re.compile("assert(?!Not|Count).*Equal")
"""The methods of `unittest.TestCase` that compare two values with `==`, or nearly."""


@dataclass(frozen=True)
class Comparison:
    """The comparison in an `assert` that failed."""

    operator: str
    left: Any
    right: Any

    @property
    def mirrored(self) -> Comparison:
        """The same comparison, read from right to left."""
        return Comparison(_MIRRORED.get(self.operator, self.operator), self.right, self.left)

    @property
    def expects(self) -> str:
        """What the left side should be, with the operator unless that is equal."""
        operator = "" if self.operator in ("==", "is") else f"{self.operator} "
        return f"{operator}{render(self.right)}"


def comparison_behind(error: BaseException) -> Comparison | None:
    """Return what a failed `assertEqual` and the like compared, or `approx` when it raised."""
    if frame := _equality_of_unittest(error):
        first, second = frame.f_code.co_varnames[1:3]
        return Comparison("==", frame.f_locals[first], frame.f_locals[second])
    for frame, _ in traceback.walk_tb(error.__traceback__):
        own = frame.f_locals.get("self")
        if frame.f_code.co_name == "__eq__" and isinstance(own, APPROX):
            return Comparison("==", frame.f_locals["actual"], own)
    return None


def _equality_of_unittest(error: BaseException) -> FrameType | None:
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    methods = (each for each in frames if each.f_globals.get("__name__") == "unittest.case")
    return next((each for each in methods if _EQUALITY.fullmatch(each.f_code.co_name)), None)


def statement_behind(error: BaseException) -> str:
    """Return the statement of a test that has failed, as source; "" if unknown, or too long."""
    found = _failed_statement(error)
    text = ast.unparse(found[0]) if found else ""
    return text if len(text) <= MAX_EXPRESSION else ""


def asserted(error: BaseException) -> tuple[ast.expr, object] | None:
    """Return the condition of a failed `assert`, and the function that it calls.

    Of a comparison, that is the function which its left side calls; None if it calls none.
    """
    found = _failed_statement(error)
    if not found or not isinstance(found[0], ast.Assert):
        return None
    asked = found[0].test
    side = asked.left if isinstance(asked, ast.Compare) else asked
    side = side.operand if isinstance(side, ast.UnaryOp) else side
    frame = found[1]
    names = {**frame.f_builtins, **frame.f_globals, **frame.f_locals}
    match getattr(side, "func", None):
        case ast.Name(id=name):
            return asked, names.get(name)
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            is_module = type(names.get(module)) is ModuleType
            return asked, vars(names[module]).get(name) if is_module else None
    return asked, None


def _failed_statement(error: BaseException) -> tuple[ast.Assert | ast.Expr, FrameType] | None:
    """Return the statement of a test that has failed, and the frame that it ran in."""
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        if frame.f_globals.get("__name__", "").partition(".")[0] in _NOT_TESTS:
            continue
        with contextlib.suppress(OSError, SyntaxError, ValueError):
            nodes = _source_of(Path(frame.f_code.co_filename)).nodes
            statements = [
                node
                for node in nodes
                if isinstance(node, ast.Assert | ast.Expr)
                and node.lineno <= line <= (node.end_lineno or 0)
            ]
            return (statements[0], frame) if statements else None
    return None


@lru_cache(maxsize=16)
def _source_of(path: Path) -> PythonSource:
    return PythonSource.of_file(path)


def text_of_assertion(error: BaseException) -> str:
    """Return the text that a test's author wrote into an `assert`, or what `unittest` says."""
    if equality := _equality_of_unittest(error):
        return str(equality.f_locals.get("msg") or "")
    text, assertion, _ = _split_assertion(error)
    return text.replace("\n  ", "\n") if assertion else str(error)  # As pytest indents it.


def _split_assertion(error: BaseException) -> tuple[str, str, str]:
    """Split an `AssertionError` of pytest's into the author's text, "assert" and its comparison."""
    text, assertion, comparison = f"\n{error}".rpartition("\nassert ")
    return text.removeprefix("\n"), assertion, comparison


def computed_text(error: BaseException) -> str:
    """Return a comparison of what the test has computed, such as `abs((0.15 - 0.12)) < 0.01`."""
    expression, *rest = _split_assertion(error)[2].split("\n")
    for line in rest:
        part = re.fullmatch(r" \+  where (\S+) = ((?:abs|len|max|min|round|sum)\(.*\))", line)
        if part and expression.startswith(part[1]):
            expression = part[2] + expression.removeprefix(part[1])
    is_computed = re.match(r"\w*\(", expression)
    return expression[:MAX_EXPRESSION] if is_computed else ""
