"""What crosses between a test and a worker beside values: handles, names and the test's functions.

A function of the test's is called by asking the judge. Nothing else of the judge's can be reached
from the worker but public attributes of mocks, and of classes and objects of the tests.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from io import IOBase, TextIOBase
from itertools import chain
from numbers import Number
from types import FunctionType
from typing import Any

from autograder.judge.modules.exceptions import BUILTIN_EXCEPTIONS, exception_of
from autograder.judge.modules.folder import Folder
from autograder.judge.modules.handles import (
    FUNCTION_TYPES,
    LOOPING,
    CoroutineHandle,
    Function,
    FunctionHandle,
    Handle,
    IteratorHandle,
    StandInClass,
    State,
    attach,
    behave,
    class_of_handles,
    refuse_of_earlier_test,
    state_of,
)
from autograder.judge.modules.module import StandInModule, StandIns
from autograder.safetext import printable_line
from autograder.sandbox.messages import Described, described
from autograder.sandbox.operations import OF_EVERY_OBJECT, SPECIAL_METHODS
from autograder.sandbox.values import (
    ATOMS,
    CONTAINER,
    KINDS,
    LIBRARY,
    PLAIN_TYPES,
    MalformedError,
    Placeholder,
    Remote,
    Tree,
)

MAX_TEXT, MAX_CLASS_TEXT, MAX_EXPRESSION_TEXT = 2000, 80, 120
MAX_OF_ONE_HASH = 1000
_END_OF_PATH = r"(?![\w-]|\.\w)"
_NOT_OF_TESTS = sys.stdlib_module_names | {"autograder", "pytest", "_pytest"}
_PLACEHOLDERS = (Placeholder, object, type(...), type(NotImplemented))
"""What may arrive as a placeholder: tests pass some of these where the value does not matter."""


class UnsendableError(Exception):
    """A test passes on what cannot cross."""


class Crossing(Remote):
    """The judge's end of what stays in one worker, or in the judge.

    Functions of provided modules and of the standard library are named, all others are called back.
    """

    def __init__(self, caller: Any, stand_ins: StandIns, folder: Folder) -> None:
        self.caller, self.stand_ins, self.provided = caller, stand_ins, stand_ins.provided
        self.folder = folder
        self.functions: list[Any] = []
        self.numbers: dict[int, int] = {}
        """The numbers of these functions, by their ids."""
        self.writers: dict[int, tuple[Any, Any]] = {}
        """The files that were passed, each with its `write`, by their ids."""
        self.raised: list[BaseException] = []
        """What the test's functions have raised while the worker called them."""
        self.handles: dict[int, Any] = {}
        self.kinds: dict[tuple[str, frozenset[str]], Any] = {}
        """The classes of handles for objects whose class tests cannot name."""
        self.arrived: dict[int, tuple[State, str]] = {}
        """The objects in the latest response, by their numbers, and their kinds."""
        self.hashes = Counter[int]()
        self.is_passive = False
        self.unknown: list[Described] = []
        """Objects of classes that neither the reference nor the starter defines."""

    @property
    def is_used(self) -> bool:
        return bool(self.functions or self.handles)

    @contextlib.contextmanager
    def passive(self, is_passive: bool = True) -> Iterator[None]:
        """Let handles answer what Python asks them for: the grader works, and not the test."""
        before, self.is_passive = self.is_passive, is_passive
        try:
            yield
        finally:
            self.is_passive = before

    def sent(self, text: str) -> str:
        """Return a text of the test's with the worker's paths for those of its folder."""
        for own, there in self.folder.paths.items():
            if own in text:
                text = re.sub(re.escape(own) + _END_OF_PATH, there.replace("\\", r"\\"), text)
        return text

    def received(self, data: bytes) -> bytes:
        """Return what a worker has sent with the test's paths for its own, and keep it."""
        for own, there in reversed(self.folder.paths.items()):
            path, found = (json.dumps(each)[1:-1].encode() for each in (own, there))
            if found in data:
                end = _END_OF_PATH.encode()
                data = re.sub(re.escape(found) + end, path.replace(b"\\", rb"\\"), data)
        self.folder.heard.append(data)
        return data

    def path_of(self, text: str) -> Any:
        return self.folder.path_of(text)

    def describe(self, value: Any, _is_key: bool = False) -> Tree | None:
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
        if (tree := _as_plain(value)) is not None:
            return tree
        if callable(value) or (_is_of_test(value) and _has_only_attributes(value)):
            kind = "function" if isinstance(value, FunctionType) else "callable"
            name = getattr(value, "__name__", type(value).__name__)
            return self.name_of(value) or self.call_back(value, str(name), kind)
        if isinstance(value, Iterator) and not isinstance(value, IOBase):
            return self.call_back(value, "iterator", "iterator")
        if type(value) in _PLACEHOLDERS or isinstance(value, Number):
            return None
        raise UnsendableError(
            f"a test passes a {type(value).__name__}, which cannot cross (see testing.md): pass "
            "plain data, or define its class in a provided file that is the `types` of "
            "assignment.toml"
        )

    def of_student(self, value: Any) -> Tree | None:
        """Return the name of what is the student's; None for any other value."""
        if isinstance(value, Function) and not isinstance(value._owner, StandInModule):
            return {"$": "ref", "v": value._name, "t": self.of_student(value._owner)}
        if isinstance(value, Handle):
            if state_of(value).caller is not self.caller:
                refuse_of_earlier_test(value)
            return {"$": "ref", "v": state_of(value).number}
        if isinstance(value, Function):
            return {"$": "ref", "v": value._name, "t": value.__module__}
        if isinstance(value, StandInClass):
            return {"$": "ref", "v": value.__qualname__, "t": value.__module__}
        if isinstance(value, StandInModule):
            return {"$": "ref", "v": "", "t": value.__name__}
        return None

    def describe_exception(self, error: BaseException) -> Tree:
        plain = all(type(each) in ATOMS for each in error.args)
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
        number = self.numbers.setdefault(id(function), len(self.functions))
        if number == len(self.functions):
            self.functions.append(function)
        doc = getattr(function, "__doc__", None)
        return {
            "$": "callback",
            "v": number,
            "t": [name, doc if type(doc) is str else None, kind],
        }

    def attribute(self, thing: Any, name: str) -> Any:
        """Return a public attribute of a mock, of a class of the test's, or of an object of one.

        Raises:
            AttributeError: it has none, or it is another function.
        """
        if _is_mock(thing):  # Its own methods could reach everything that it holds.
            is_public = not hasattr(type(thing), name)
        else:
            kinds = (thing if isinstance(thing, type) else type(thing)).__mro__
            own: list[Mapping[str, Any]] = [vars(each) for each in kinds if _is_of_test(each)]
            own += [getattr(thing, "__dict__", {})] if own else []
            is_public = any(name in names for names in own)
        if name.startswith("_") or not is_public:
            kind = getattr(thing, "__name__", type(thing).__name__)
            says = f"the test's {kind} can only be called here"
            raise AttributeError(f"{says}: it has no attribute {name!r} (see testing.md)")
        return getattr(thing, name)

    def resolve(self, tag: str, body: Any, name: Any) -> Any:
        if tag in ("callback", "raised"):
            known = self.functions if tag == "callback" else self.raised
            if type(body) is not int or not 0 <= body < len(known):
                raise MalformedError("the number of a function or an exception of the test's")
            return known[body]
        if tag == "exception":
            return exception_of(body, name, self.stand_ins.exception_class)
        if tag == "type" and body in PLAIN_TYPES:
            return PLAIN_TYPES[body]
        if tag not in ("object", "iterator", "class"):
            raise MalformedError("a name")
        return self.object(described(body, name), tag)

    def object(self, found: Described, tag: str) -> Any:
        """Return the handle of what a worker has described: one for each object."""
        known = (self.stand_ins.class_of(*pair) for pair in found.classes)
        own = next((kind for kind in known if kind is not None), None)
        if tag == "class" and own is not None:
            return own
        name = self.caller.log.invocation.name.rpartition(".")[2]
        is_function = tag != "object" or found.class_name in FUNCTION_TYPES
        if found.classes and own is None and not is_function and name not in LOOPING:
            self.unknown.append(found)
            return Placeholder(found.class_name, found.text)
        kind = self.class_for(found, tag, own)
        if (made := self.handles.get(found.number)) is None:
            made = self.made(kind, found)
        state = state_of(made)
        of_class = own.__qualname__ if own else printable_line(found.class_name, MAX_CLASS_TEXT)
        self.arrived[found.number] = state, of_class if tag == "object" else tag
        if found.hash is not None and state.hash != found.hash:
            state.hash = found.hash
            self.hashes[found.hash] += 1
            if self.hashes[found.hash] > MAX_OF_ONE_HASH:
                raise MalformedError("keys with one hash")
        return made

    def class_for(self, found: Described, tag: str, own: Any) -> Any:
        """Return the class of the handle; `own` is the stand-in of its class or of a base."""
        if tag == "iterator":
            return IteratorHandle
        if tag == "class" or found.class_name in FUNCTION_TYPES:
            return FunctionHandle
        if found.class_name == "coroutine" and not found.classes:
            return CoroutineHandle
        if isinstance(own, StandInClass) and found.classes[0] == (
            own.__module__,
            own.__qualname__,
        ):
            behave(own, found.special)
            return own
        key = printable_line(found.class_name, MAX_CLASS_TEXT), found.special
        if key not in self.kinds:
            self.kinds[key] = class_of_handles(*key)
        return self.kinds[key]

    def made(self, kind: Any, found: Described) -> Any:
        name = printable_line(found.class_name, MAX_CLASS_TEXT)
        invocation = self.caller.log.invocation
        expression = self.caller.origin or invocation.call
        if len(expression) > MAX_EXPRESSION_TEXT or "\n" in expression:
            expression = f"<{name} object>"
        text = printable_line(found.text)
        about = self.caller, found.number, name, expression, text, invocation.subject
        state = State(*about, found.classes)
        made = kind.__new__(kind)  # The call of a stand-in class makes an object in the worker.
        attach(made, state)
        self.handles[found.number] = made
        return made


def _about_class(kind: type[BaseException]) -> list[str]:
    """Return the module and the name of an exception class, and its nearest builtin base."""
    names = (each.__name__ for each in kind.__mro__)
    base = next((name for name in names if name in BUILTIN_EXCEPTIONS), "Exception")
    return [kind.__module__, kind.__name__, base]


def _is_of_test(value: Any) -> bool:
    """Return whether a value is a class that tests define, or an object of one."""
    kind = value if isinstance(value, type) else type(value)
    return str(kind.__module__).partition(".")[0] not in _NOT_OF_TESTS


def _has_only_attributes(value: Any) -> bool:
    """Is an object used by its attributes alone, and not by operators or as plain data?"""
    kinds = type(value).__mro__[:-1]
    names = {name for kind in kinds for name in vars(kind).keys() & SPECIAL_METHODS.keys()}
    return names <= {*OF_EVERY_OBJECT, "__eq__", "__hash__", "__call__"}


def _as_plain(value: Any) -> Tree | None:
    """Return a tree for an object of a test's class that is plain data, such as its own `date`."""
    if isinstance(value, str):
        return str.__str__(value)
    for base in type(value).__mro__[1:-1]:
        kind = KINDS.get(base) or LIBRARY.get((base.__module__, base.__name__))
        if kind and not kind.flags & CONTAINER and (inside := kind.write(value)):
            return {"$": kind.tag, "v": [*chain(*inside)]}
    return None


def _is_mock(value: Any) -> bool:
    """Return whether a value is a mock, without importing `unittest.mock`, which takes long."""
    mock = sys.modules.get("unittest.mock")
    return mock is not None and isinstance(value, mock.NonCallableMock)


def _reads_text(mock: Any) -> bool:
    """Is a mock one of a text file, such as that of `mock_open`?"""
    read: Any = getattr(mock, "read", None)
    return _is_mock(read) and (callable(read.side_effect) or type(read.return_value) is str)
