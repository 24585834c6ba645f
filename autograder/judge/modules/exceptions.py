"""Exceptions of a submission, raised in the judge as tests expect them.

A worker names an exception's classes. The names are untrusted text: they are looked up among the
exception classes of the reference, those of loaded library modules and the builtin ones; nothing is
evaluated. In the judge, the `Failure` that explains an exception is kept with it, and counts if the
test does not expect the exception.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from unittest.case import _AssertRaisesContext

from _pytest.raises import RaisesExc

from autograder.judge.failure import Failure
from autograder.report import Outcome
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.values import ATOMS, MalformedError

MAX_MESSAGE = 2000
_FAILURE = "__failure__"
"""The attribute of an exception that holds the failure which explains it."""
_TEXT = "__text__"
TAKE_MORE_THAN_A_MESSAGE = frozenset(
    ("UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError", "ExceptionGroup")
)
CONTROL = frozenset(("StopIteration", "StopAsyncIteration", "GeneratorExit", "KeyboardInterrupt"))
"""Python takes these for the end of a loop: `all(map(f, values))` would be true; pytest takes the
last for that of all tests."""
ONLY_BY_NAME = CONTROL | {
    *("NotImplementedError", "NameError", "ImportError", "MemoryError", "RecursionError")
}
"""A test can expect these only by their own names, not by those of their bases.

They mean unfinished code, a mistake in the code itself, or a limit of the sandbox.
"""
BUILTIN_EXCEPTIONS: dict[str, type[BaseException]] = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type)
    and (issubclass(kind, Exception) or kind is SystemExit)
    and kind.__name__ == name
    and name not in TAKE_MORE_THAN_A_MESSAGE | CONTROL
}
_expected: list[tuple[type[BaseException], ...]] = []
"""What the blocks of `raises` and `assertRaises` expect that are running, one inside another."""


def note_expected(kind: Any, attribute: str) -> None:
    """Let a class of context managers note what they expect, which is in this attribute."""
    enter, leave = kind.__enter__, kind.__exit__

    def entered(context: Any) -> Any:
        expected = getattr(context, attribute)
        _expected.append(expected if isinstance(expected, tuple) else (expected,))
        return enter(context)

    def left(context: Any, *error: Any) -> Any:
        del _expected[-1:]
        return leave(context, *error)

    kind.__enter__, kind.__exit__ = entered, left


note_expected(RaisesExc, "expected_exceptions")
note_expected(_AssertRaisesContext, "expected")


def named_by_test(names: Iterable[str]) -> dict[str, type[BaseException]]:
    """Return which of these exceptions a test expects by their own names."""
    kinds = {kind.__name__: kind for expected in _expected for kind in expected}
    return {name: kinds[name] for name in ONLY_BY_NAME.intersection(names, kinds)}


def not_control(error: BaseException) -> BaseException:
    """Return what a test gets for an exception of a function of its own.

    Unless it expects one that would end a loop, or all tests, that is what Python makes of it in a
    generator.
    """
    names = [kind.__name__ for kind in type(error).__mro__]
    if CONTROL.isdisjoint(names) or named_by_test(names):
        return error
    made = RuntimeError(f"generator raised {type(error).__name__}")
    made.__cause__ = error
    return made


def text_of_own(error: BaseException) -> str:
    """Return the text that an exception has in the worker, where its class may have a `__str__`."""
    return str(error.__dict__.get(_TEXT, BaseException.__str__(error)))


def raised_in_test(
    response: Response, failure: Failure, own: Mapping[str, type[BaseException]]
) -> BaseException:
    """Return what a call raises in the test: an exception that it may expect.

    Otherwise it is the failure, which no `pytest.raises(Exception)` catches.
    """
    names, by_name = response.exceptions, named_by_test(response.exceptions)
    wanted = " or ".join(kind.__name__ for kind in (_expected or [()])[-1])
    failure.detail = replace(failure.detail, expected=wanted)
    crashed = by_name or failure.outcome is Outcome.CRASHED
    if response.kind is not ResponseKind.RAISED or not crashed:
        return failure
    if ONLY_BY_NAME.intersection(names) and not by_name:
        return failure
    if "PermissionError" in names and response.message.startswith(("[Errno", "graded programs ")):
        return failure  # By the sandbox.
    if "SyntaxError" in names and failure.detail.place:
        return failure  # In one of the files, not in a text that the code parses.
    known = {**BUILTIN_EXCEPTIONS, **own, **_of_library(response), **by_name}
    kind = next((known[name] for name in names if name in known), None)
    if kind is None:
        return failure
    expected = [each for each in (_expected or [()])[-1] if issubclass(kind, each)]
    if expected and not any(each.__name__ in names for each in expected):
        return failure  # The submission's class lacks a base of the reference's.
    try:
        values, attributes, cause = _described(response.arguments)
        error = _made(kind, values, attributes, response.message[:MAX_MESSAGE])
        error.__cause__ = cause
        return explained(error, failure)
    except Exception:  # Its class may refuse what a worker claims to be its arguments.
        return failure


def explained(error: BaseException, failure: Failure) -> BaseException:
    """Keep with an exception the failure that counts if the test does not expect it."""
    error.__dict__[_FAILURE] = failure
    return error


def exception_of(
    about: Any, described: Any, find: Callable[[str, str], type[BaseException] | None]
) -> BaseException:
    """Return an exception that a worker has described, as a value.

    `find` returns the submission's class of a module and a name.

    Raises:
        MalformedError: it has not.
    """
    if type(about) is not list or [type(each) for each in about] != [str] * 3:
        raise MalformedError("the class of an exception")
    module, name, base = about
    builtin = BUILTIN_EXCEPTIONS.get(name) or BUILTIN_EXCEPTIONS.get(base, Exception)
    kind = find(module, name) or builtin
    match described:
        case [list(values), dict(attributes), str(text)]:
            if {*map(type, (*values, *attributes.values()))} <= {*ATOMS}:
                return _made(kind, values, attributes, text)
    raise MalformedError("the arguments of an exception")


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


def _made(
    kind: type[BaseException], values: Sequence[Any], attributes: Mapping[str, Any], text: str
) -> BaseException:
    """Make an exception with the arguments, attributes and text of the worker's."""
    error = kind.__new__(kind, *values)
    error.args = tuple(values)
    if isinstance(error, SystemExit):
        error.code = values[0] if values else None
    error.__dict__[_TEXT] = text
    try:
        is_same = str(error) == text
    except Exception:  # A hostile value as its argument.
        is_same = False
    if not is_same:
        error = kind.__new__(kind)
        error.args = (text,)
    # Python, pytest and unittest ask an exception for its other attributes.
    error.__dict__.update(
        (name, each)
        for name, each in attributes.items()
        if not (name.startswith("__") or hasattr(BaseException, name))
    )
    return error


def _described(value: Any) -> tuple[list[Any], dict[str, Any], BaseException | None]:
    """Return the arguments, attributes and cause that a worker has sent, if it has."""
    match value:
        case [list(values), dict(attributes), cause] if all(type(n) is str for n in attributes):
            return values, attributes, cause if isinstance(cause, BaseException) else None
    return [], {}, None


def failure_behind(error: BaseException) -> BaseException:
    """Return the failure that explains an exception of a submission's; any other unchanged."""
    failure = error.__dict__.get(_FAILURE)
    return failure if isinstance(failure, Failure) else error
