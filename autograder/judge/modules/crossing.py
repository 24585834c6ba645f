"""What crosses between a test and a worker beside values: handles, names and the test's functions.

A function of the test's is called by asking the judge. Nothing of the judge's becomes reachable
from the worker but that call.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import IOBase, TextIOBase
from numbers import Number
from types import FunctionType
from typing import Any

from autograder.judge.modules.exceptions import BUILTIN_EXCEPTIONS, exception_of
from autograder.judge.modules.handles import (
    FUNCTION_TYPES,
    Function,
    FunctionHandle,
    Handle,
    IteratorHandle,
    StandInClass,
    State,
    ViewHandle,
    state_of,
)
from autograder.judge.modules.module import StandInModule, StandIns
from autograder.safetext import printable_line
from autograder.sandbox.messages import Described, described
from autograder.sandbox.values import MalformedError, Placeholder, Tree

MAX_TEXT, MAX_CLASS_TEXT, MAX_EXPRESSION_TEXT = 2000, 80, 120
_PLAIN = (str, int, float, bool, type(None))
_PLACEHOLDERS = (Placeholder, object, type(...), type(NotImplemented))
"""What may arrive as a placeholder: tests pass some of these where the value does not matter."""


class UnsendableError(Exception):
    """A test passes on a value with which a call could do nothing."""


class Crossing:
    """The judge's end of what stays in one worker, or in the judge.

    Functions of provided modules and of the standard library are named, all others are called back.
    """

    def __init__(self, caller: Any, stand_ins: StandIns) -> None:
        self.caller, self.stand_ins, self.provided = caller, stand_ins, stand_ins.provided
        self.functions: list[Any] = []
        self.writers: dict[int, tuple[Any, Any]] = {}
        """The files that were passed, each with its `write`, by their ids."""
        self.raised: list[BaseException] = []
        """What the test's functions have raised while the worker called them."""
        self.handles: dict[int, Any] = {}
        self.unknown: list[Described] = []
        """Objects of classes that neither the reference nor the starter defines."""

    @property
    def is_used(self) -> bool:
        return bool(self.functions or self.handles)

    def describe(self, value: Any) -> Tree | None:
        """Return a tree for what stays at one end; None for a placeholder.

        Placeholders that a submission has returned are sent on, and so are numbers that are too
        long, which a test may have computed from a result.

        Raises:
            UnsendableError: the value would arrive as a placeholder.
        """
        if tree := self.of_student(value):
            return tree
        if isinstance(value, BaseException):
            return self.describe_exception(value)
        if isinstance(value, type) and issubclass(value, BaseException):
            return self.exception_class(value)
        if (isinstance(value, TextIOBase) or _is_mock(value)) and (tree := self.file(value)):
            return tree
        if callable(value):
            kind = "function" if isinstance(value, FunctionType) else "callable"
            name = getattr(value, "__name__", type(value).__name__)
            return self.name_of(value) or self.call_back(value, str(name), kind)
        if isinstance(value, Iterator) and not isinstance(value, IOBase):
            return self.call_back(value, "iterator", "iterator")
        if type(value) in _PLACEHOLDERS or isinstance(value, Number):
            return None
        raise UnsendableError(
            f"a test passes a {type(value).__name__}, which the worker does not have: pass plain "
            "data, or define its class in a provided file that is the `types` of assignment.toml"
        )

    def of_student(self, value: Any) -> Tree | None:
        """Return the name of what is the student's; None for any other value."""
        if isinstance(value, Function) and not isinstance(value._owner, StandInModule):
            return {"$": "ref", "v": value.__name__, "t": self.of_student(value._owner)}
        if isinstance(value, Handle):
            return {"$": "ref", "v": state_of(value).number}
        if isinstance(value, (Function, StandInClass)):
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
        _, write = self.writers.setdefault(id(value), (value, value.write))
        return {**self.call_back(write, "write", "file"), "t": ["write", text, "file"]}

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
        if tag in ("callback", "raised"):
            known = self.functions if tag == "callback" else self.raised
            if type(body) is not int or not 0 <= body < len(known):
                raise MalformedError("the number of a function or an exception of the test's")
            return known[body]
        if tag == "exception":
            return exception_of(body, name, self.stand_ins.load_exceptions())
        if tag not in ("object", "iterator", "view", "class"):
            raise MalformedError("a name")
        return self.object(described(body, name), tag)

    def object(self, found: Described, tag: str) -> Any:
        """Return the handle of what a worker has described: one for each object."""
        if found.number in self.handles:
            return self.handles[found.number]
        known = (self.stand_ins.class_of(*pair) for pair in found.classes)
        own = next((kind for kind in known if kind is not None), None)
        kind: Any = {"iterator": IteratorHandle, "view": ViewHandle, "class": FunctionHandle}.get(
            tag
        )
        if tag == "class" and own is not None:
            return own
        if kind is None and found.class_name in FUNCTION_TYPES:
            kind = FunctionHandle
        if kind is None and found.classes and own is None:
            self.unknown.append(found)
            return Placeholder(found.class_name, found.text)
        kind = kind or (own if isinstance(own, StandInClass) else Handle)
        name = printable_line(found.class_name, MAX_CLASS_TEXT)
        invocation = self.caller.log.invocation
        expression = self.caller.origin or invocation.call
        if len(expression) > MAX_EXPRESSION_TEXT or "\n" in expression:
            expression = f"<{name} object>"
        text = printable_line(found.text)
        state = State(self.caller, found.number, name, expression, text, invocation.subject)
        made = kind.__new__(kind)  # The call of a stand-in class makes an object in the worker.
        object.__setattr__(made, "_stand_in", state)
        self.handles[found.number] = made
        return made


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
