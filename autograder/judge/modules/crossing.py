"""What crosses between a test and a worker beside values: handles, names and the test's functions.

A function of the test's is called by asking the judge. Nothing of the judge's becomes reachable
from the worker but that call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, MappingView
from io import IOBase, TextIOBase
from numbers import Number
from types import FunctionType
from typing import Any

from autograder.judge.file_text import FileText
from autograder.judge.modules.classes import StandInClass
from autograder.judge.modules.exceptions import BUILTIN_EXCEPTIONS, exception_of
from autograder.judge.modules.handles import Handle, Method, state_of
from autograder.judge.modules.module import Constant, StandInFunction, StandInModule, StandIns
from autograder.report import GraderError
from autograder.safetext import printable_line
from autograder.sandbox.messages import Described, described
from autograder.sandbox.values import Foreign, MalformedError, Tree

MAX_TEXT = 2000
_PLAIN = (str, int, float, bool, type(None))
_PLACEHOLDERS = (Foreign, object, type(...), type(NotImplemented))
"""What may arrive as a placeholder: tests pass some of these where the value does not matter."""


class UnsendableError(Exception):
    """A test passes on a value that no call takes, and which may come from the submission."""

    def __init__(self, fault: str, value: object) -> None:
        super().__init__(fault)
        self.type_name = type(value).__name__


class Crossing:
    """The judge's end for what stays in one worker, or in the judge.

    `resolve_object` returns the handle of an object that a worker has described, `raised` what a
    function of the test's has raised. Functions of provided modules and of the standard library are
    named, all others are called back. An unsendable value is the grader's fault until a call
    `has_answered`.
    """

    def __init__(
        self,
        stand_ins: StandIns,
        resolve_object: Callable[[Described, str], Any],
        raised: Callable[[Any], BaseException],
        has_answered: Callable[[], bool],
    ) -> None:
        self.stand_ins, self.provided = stand_ins, stand_ins.provided
        self.resolve_object, self.raised = resolve_object, raised
        self.has_answered = has_answered
        self.functions: list[Any] = []

    def describe(self, value: Any) -> Tree | None:
        """Return a tree for what stays at one end; None for a placeholder.

        Raises:
            GraderError: a test passes what cannot be sent.
            UnsendableError: it does, but a call may have returned that.
        """
        if tree := self.of_student(value):
            return tree
        if isinstance(value, FileText):
            return str(value)
        if isinstance(value, BaseException):
            return self.describe_exception(value)
        if isinstance(value, type) and issubclass(value, BaseException):
            return self.exception_class(value)
        if (isinstance(value, TextIOBase) or _is_mock(value)) and (tree := self.file(value)):
            return tree
        if callable(value):
            named = self.name_of(value)
            name = getattr(value, "__name__", type(value).__name__)
            kind = "function" if isinstance(value, FunctionType) else "callable"
            return named or self.call_back(value, str(name), kind)
        if isinstance(value, Iterator) and not isinstance(value, IOBase):
            return self.call_back(value, "iterator", "iterator")
        try:
            _require_sendable(value)
        except GraderError as error:
            if not self.has_answered():
                raise
            raise UnsendableError(str(error), value) from None
        return None

    def of_student(self, value: Any) -> Tree | None:
        """Return the name of what is the student's; None for any other value."""
        if isinstance(value, Method):
            value = value.fetched()
        if isinstance(value, Handle):
            return {"$": "ref", "v": state_of(value).number}
        if isinstance(value, (StandInFunction, StandInClass)):
            return {"$": "ref", "v": value.__name__, "t": value.__module__}
        if isinstance(value, StandInModule):
            return {"$": "ref", "v": "", "t": value.__name__}
        return None

    def describe_exception(self, error: BaseException) -> Tree:
        plain = all(type(each) in _PLAIN for each in error.args)
        return {
            "$": "exception",
            "v": _about_class(type(error)),
            "t": list(error.args) if plain else [printable_line(str(error), MAX_TEXT)],
        }

    def exception_class(self, kind: type[BaseException]) -> Tree:
        """Name an exception class that the worker knows, or let it make one like it."""
        if kind in self.stand_ins.load_exceptions().values():
            return {"$": "ref", "v": kind.__name__, "t": kind.__module__}
        return self.name_of(kind) or {"$": "exception", "v": _about_class(kind), "t": None}

    def file(self, value: Any) -> Tree | None:
        """Return a tree for a text file or a mock of one: its text, and a call that writes."""
        is_mock = _is_mock(value)
        if is_mock and not _reads_text(value):  # It would count the call.
            return None
        text = value.read() if is_mock or value.readable() else ""
        if type(text) is not str:
            return None
        if not is_mock and not value.writable():
            return {"$": "stream", "v": [text, 0]}
        tree = self.call_back(value.write, "write", "file")
        return {**tree, "t": ["write", text, "file"]}

    def name_of(self, value: Any) -> Tree | None:
        """Return the name by which the worker finds a function or a class; None if it does not."""
        module, name = str(getattr(value, "__module__", "")), getattr(value, "__name__", "")
        known = module in self.provided or module in sys.stdlib_module_names
        if known and getattr(sys.modules.get(module), name, None) is value:
            return {"$": "ref", "v": f"{module}.{name}"}
        return None

    def call_back(self, function: Any, name: str, kind: str) -> Tree:
        """Return a tree for a function of the test's: the same one each time."""
        known = (number for number, each in enumerate(self.functions) if each is function)
        number = next(known, len(self.functions))
        if number == len(self.functions):
            self.functions.append(function)
        doc = getattr(function, "__doc__", None)
        return {
            "$": "callback",
            "v": number,
            "t": [name, doc if type(doc) is str else None, kind],
        }

    def resolve(self, tag: str, body: Any, name: Any) -> Any:
        if tag == "callback":
            return self.function(body)
        if tag == "raised":
            return self.raised(body)
        if tag == "exception":
            return exception_of(body, name, self.stand_ins.load_exceptions())
        if tag not in ("object", "iterator", "view", "class"):
            raise MalformedError("a name")
        return self.resolve_object(described(body, name), tag)

    def function(self, number: Any) -> Any:
        """Return the test's function with this number.

        Raises:
            MalformedError: there is none.
        """
        if type(number) is not int or not 0 <= number < len(self.functions):
            raise MalformedError("a function of the test's")
        return self.functions[number]


def _about_class(kind: type[BaseException]) -> list[str]:
    """Return the module and the name of an exception class, and its nearest builtin base."""
    names = (each.__name__ for each in kind.__mro__)
    base = next((name for name in names if name in BUILTIN_EXCEPTIONS), "Exception")
    return [kind.__module__, kind.__name__, base]


def _is_mock(value: Any) -> bool:
    """Is it one of `unittest.mock`? Importing that takes a tenth of a grading's start."""
    mock = sys.modules.get("unittest.mock")
    return mock is not None and isinstance(value, mock.NonCallableMock)


def _reads_text(mock: Any) -> bool:
    """Is a mock one of a text file, such as that of `mock_open`?"""
    read: Any = getattr(mock, "read", None)
    return _is_mock(read) and (callable(read.side_effect) or type(read.return_value) is str)


def next_in_list(iterator: Iterator[Any]) -> list[Any]:
    """Return the next value of an iterator of the test's in a list, which is empty at its end."""
    for value in iterator:
        return [value]
    return []


def _require_sendable(value: Any) -> None:
    """Refuse values that a call could do nothing with, since they arrive as placeholders.

    Placeholders that a submission has returned are sent on: they are its own fault. So are numbers
    that are too long, which a test may have computed from a result.

    Raises:
        GraderError: it is one.
    """
    kind = type(value)
    if kind in _PLACEHOLDERS or isinstance(value, Number):
        return
    if isinstance(value, Constant):
        raise GraderError(f"a test passes {value!r}, which it has copied before it ran")
    if isinstance(value, (IOBase, MappingView)):
        fault = f"a test passes a {kind.__name__}, which cannot be sent to the worker"
        raise GraderError(f"{fault}: pass a list of its values, or the text of a file")
    raise GraderError(
        f"a test passes a {kind.__name__}, whose class the worker does not have: "
        "define it in a provided file, and name that file as `types` in assignment.toml"
    )
