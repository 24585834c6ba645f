"""Exceptions of a submission, raised in the judge as the builtin exceptions that tests expect.

A worker names an exception's classes. The names are untrusted text: they are looked up in a fixed
table, and nothing is evaluated. In the judge the exception is `from` the `Failure` that explains
it, which counts if the test does not expect the exception.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import re
import traceback
from dataclasses import replace
from types import FrameType

from autograder.judge.failure import Failure
from autograder.report import Outcome
from autograder.sandbox.protocol import Response, ResponseKind

MAX_EXPECTED_MESSAGE = 2000
MAX_EXIT_CODE_DIGITS = 9
TAKE_MORE_THAN_A_MESSAGE = frozenset(
    ("UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError", "ExceptionGroup")
)
NEVER_EXPECTED = frozenset(
    (
        *("NotImplementedError", "NameError", "ImportError", "StopIteration"),
        *("StopAsyncIteration", "MemoryError", "RecursionError", "PermissionError"),
    )
)
"""No test can expect these.

They mean unfinished code, a mistake in the code itself, or a limit of the sandbox. And Python takes
a StopIteration for the end of a loop: `all(map(student.f, values))` would be true.
"""
BUILTIN_EXCEPTIONS: dict[str, type[BaseException]] = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type)
    and (issubclass(kind, Exception) or kind is SystemExit)
    and kind.__name__ == name
    and name not in TAKE_MORE_THAN_A_MESSAGE | NEVER_EXPECTED
}


class _Verbatim(str):
    """A text that is its own `repr`, for `str(KeyError(text))`."""

    __slots__ = ()
    __repr__ = str.__str__


def expectable(response: Response, failure: Failure) -> BaseException:
    """Return what a call raises in the judge: a builtin exception if a test may expect it.

    Otherwise it is the failure, which no `pytest.raises(Exception)` catches.
    """
    names = response.exceptions
    crashed = response.kind is ResponseKind.RAISED and failure.outcome is Outcome.CRASHED
    if not crashed or NEVER_EXPECTED.intersection(names):
        return failure
    if "TypeError" in names and failure.detail.place is None:
        return failure  # Not raised in the student's code: a wrong number of arguments.
    if "SyntaxError" in names and failure.detail.place:
        return failure  # In one of the files, not in a text that the code parses.
    kind = next((BUILTIN_EXCEPTIONS[name] for name in names if name in BUILTIN_EXCEPTIONS), None)
    if kind is None:
        return failure
    error = _exception(kind, response.message[:MAX_EXPECTED_MESSAGE])
    error.__cause__ = failure
    return error


def _exception(kind: type[BaseException], text: str) -> BaseException:
    if kind is SystemExit:
        if text in ("", "None"):
            return SystemExit(None)
        if re.fullmatch(rf"-?[0-9]{{1,{MAX_EXIT_CODE_DIGITS}}}", text):
            return SystemExit(int(text))
    return kind(_Verbatim(text) if kind is KeyError else text)


def failure_behind(error: BaseException | None) -> BaseException | None:
    """Return the failure that explains an exception of a submission's; any other unchanged.

    In a `with pytest.raises(ValueError)`, it also shows that a ValueError was expected.
    """
    if error is None:
        return None
    failure = error.__cause__ if isinstance(error.__cause__, Failure) else error
    if isinstance(failure, Failure) and failure.outcome is Outcome.CRASHED:
        frames = reversed([*traceback.walk_tb(error.__traceback__)])
        if kinds := next(filter(None, (_demanded(*frame) for frame in frames)), ()):
            expected = f"{' or '.join(kinds)}, or a class derived from it"
            return Failure(failure.outcome, replace(failure.detail, expected=expected))
    return failure


def _demanded(frame: FrameType, line: int) -> tuple[str, ...]:
    """Return the exceptions that the innermost `with pytest.raises` around a line demands."""
    module = str(frame.f_globals.get("__name__"))
    lines = linecache.getlines(frame.f_code.co_filename)
    if module.startswith(("_pytest", "pluggy")) or not any("raises(" in text for text in lines):
        return ()
    demanded: tuple[str, ...] = ()
    for node in ast.walk(ast.parse("".join(lines))):
        if isinstance(node, ast.With) and node.lineno <= line <= (node.end_lineno or 0):
            for call in (item.context_expr for item in node.items):
                match call:
                    case ast.Call(
                        func=ast.Attribute(attr="raises") | ast.Name(id="raises"), args=[kind, *_]
                    ):
                        demanded = _class_names(kind, frame)
    return demanded


def _class_names(kind: ast.expr, frame: FrameType) -> tuple[str, ...]:
    """Return the names of the classes that an argument of `pytest.raises` stands for."""
    names = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    known = {**vars(builtins), **frame.f_globals, **frame.f_locals}
    found = [known.get(name.id) for name in names if isinstance(name, ast.Name)]
    return tuple(value.__name__ for value in found if isinstance(value, type))
