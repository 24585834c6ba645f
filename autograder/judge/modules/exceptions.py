"""Exceptions of a submission, raised in the judge as tests expect them.

A worker names an exception's classes. The names are untrusted text: they are looked up among the
exception classes of the reference, those of loaded library modules and the builtin ones; nothing is
evaluated. In the judge, the `Failure` that explains an exception is kept with it, and counts if the
test does not expect the exception.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import FrameType
from typing import Any

from autograder.judge.failure import Failure
from autograder.report import Outcome
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.values import MalformedError

MAX_MESSAGE = 2000
_FAILURE = "__failure__"
"""The attribute of an exception that holds the failure which explains it."""
_PLAIN = {str, int, float, bool, type(None)}
_TEXT = "__text__"
_RAISES = ("raises", "assertRaises", "assertRaisesRegex")
TAKE_MORE_THAN_A_MESSAGE = frozenset(
    ("UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError", "ExceptionGroup")
)
NEVER_EXPECTED = frozenset(
    (
        *("NotImplementedError", "NameError", "ImportError", "StopIteration"),
        *("StopAsyncIteration", "MemoryError", "RecursionError"),
    )
)
"""No test can expect these.

They mean unfinished code, a mistake in the code itself, or a limit of the sandbox. And Python takes
a StopIteration for the end of a loop: `all(map(f, values))` would be true.
"""
BUILTIN_EXCEPTIONS: dict[str, type[BaseException]] = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type)
    and (issubclass(kind, Exception) or kind is SystemExit)
    and kind.__name__ == name
    and name not in TAKE_MORE_THAN_A_MESSAGE | NEVER_EXPECTED
}


def make_exception_class(
    module: str, name: str, bases: Sequence[type[BaseException]]
) -> type[BaseException]:
    """Return the class that stands for an exception class of the student's."""
    return type(name, tuple(bases), {"__module__": module, "__str__": _text_of_own})


def _text_of_own(error: BaseException) -> str:
    """Return the text that an exception has in the worker, where its class may have a `__str__`."""
    return str(error.__dict__.get(_TEXT, BaseException.__str__(error)))


def raised_in_test(
    response: Response, failure: Failure, own: Mapping[str, type[BaseException]]
) -> BaseException:
    """Return what a call raises in the test: an exception that it may expect.

    Otherwise it is the failure, which no `pytest.raises(Exception)` catches.
    """
    names = response.exceptions
    crashed = response.kind is ResponseKind.RAISED and failure.outcome is Outcome.CRASHED
    if not crashed or NEVER_EXPECTED.intersection(names):
        return failure
    if "PermissionError" in names and response.message.startswith(("[Errno", "graded programs ")):
        return failure  # By the sandbox.
    if "SyntaxError" in names and failure.detail.place:
        return failure  # In one of the files, not in a text that the code parses.
    known = {**BUILTIN_EXCEPTIONS, **own, **_of_library(response)}
    kind = next((known[name] for name in names if name in known), None)
    if kind is None:
        return failure
    try:
        return explained(_made(kind, response), failure)
    except Exception:  # Its class may refuse what a worker claims to be its arguments.
        return failure


def explained(error: BaseException, failure: Failure) -> BaseException:
    """Keep with an exception the failure that counts if the test does not expect it."""
    error.__dict__[_FAILURE] = failure
    return error


def exception_of(about: Any, values: Any, own: Mapping[str, type[BaseException]]) -> BaseException:
    """Return an exception that a worker has described by its class and arguments, as a value.

    Raises:
        MalformedError: it has not.
    """
    if type(about) is not list or [type(each) for each in about] != [str] * 3:
        raise MalformedError("the class of an exception")
    if type(values) is not list or not {*map(type, values)} <= _PLAIN:
        raise MalformedError("the arguments of an exception")
    _, name, base = about
    kind = own.get(name) or BUILTIN_EXCEPTIONS.get(name) or BUILTIN_EXCEPTIONS.get(base, Exception)
    error = kind.__new__(kind)
    error.args = tuple(values)
    return error


def _of_library(response: Response) -> dict[str, type[BaseException]]:
    """Return the exception's class if it is one of a library module that the judge has loaded.

    Those of unittest would skip a test or end it without a failure.
    """
    module, name = response.module, response.exceptions[0]
    package = module.partition(".")[0]
    if package not in sys.stdlib_module_names or package == "unittest":
        return {}
    kind = getattr(sys.modules.get(module), name, None)
    return {name: kind} if isinstance(kind, type) and issubclass(kind, Exception) else {}


def _made(kind: type[BaseException], response: Response) -> BaseException:
    """Make an exception with the arguments, attributes, cause and text of the worker's."""
    text = response.message[:MAX_MESSAGE]
    values, attributes, cause = _described(response.arguments)
    error = kind.__new__(kind, *values)
    error.args = tuple(values)
    if isinstance(error, SystemExit):
        error.code = values[0] if values else None
    error.__dict__[_TEXT] = text
    if _text(error) != text:
        error = kind.__new__(kind)
        error.args = (text,)
    error.__dict__.update(attributes)
    error.__cause__ = cause
    return error


def _described(value: Any) -> tuple[list[Any], dict[str, Any], BaseException | None]:
    """Return the arguments, attributes and cause that a worker has sent, if it has."""
    if type(value) is list and [type(each) for each in value[:2]] == [list, dict]:
        values, attributes, *rest = value
        cause = next((each for each in rest if isinstance(each, BaseException)), None)
        if all(type(name) is str for name in attributes):
            own = {  # Python, pytest and unittest ask an exception for the others.
                name: each
                for name, each in attributes.items()
                if not (name.startswith("__") or hasattr(BaseException, name))
            }
            return values, own, cause
    return [], {}, None


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # A hostile value as its argument.
        return ""


def failure_behind(error: BaseException | None) -> BaseException | None:
    """Return the failure that explains an exception of a submission's; any other unchanged.

    In a `with pytest.raises(ValueError)`, it also shows that a ValueError was expected.
    """
    if error is None:
        return None
    failure = error.__dict__.get(_FAILURE, error)
    if isinstance(failure, Failure) and failure.outcome is Outcome.CRASHED:
        frames = reversed([*traceback.walk_tb(error.__traceback__)])
        if kinds := next(filter(None, (_demanded(*frame) for frame in frames)), ()):
            expected = f"{' or '.join(kinds)}, or a class derived from it"
            return Failure(failure.outcome, replace(failure.detail, expected=expected))
    return failure if isinstance(failure, BaseException) else error


def _demanded(frame: FrameType, line: int) -> list[str]:
    """Return the exceptions that the innermost `with pytest.raises` around a line demands."""
    if str(frame.f_globals.get("__name__")).startswith(("_pytest", "pluggy", "unittest")):
        return []
    demanded: list[ast.expr] = []
    for node in ast.walk(ast.parse("".join(linecache.getlines(frame.f_code.co_filename)))):
        if isinstance(node, ast.With) and node.lineno <= line <= (node.end_lineno or 0):
            for item in node.items:
                match item.context_expr:
                    case ast.Call(ast.Attribute(attr=name) | ast.Name(name), [kind, *_]) if (
                        name in _RAISES
                    ):
                        demanded = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    known = {**vars(builtins), **frame.f_globals, **frame.f_locals}
    found = [known.get(each.id) for each in demanded if isinstance(each, ast.Name)]
    return [kind.__name__ for kind in found if isinstance(kind, type)]
