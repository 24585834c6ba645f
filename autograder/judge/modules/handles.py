"""Handles for what stays in a worker: objects of the student's classes, functions and iterators.

A handle has the special methods of the reference's class of that name, and no others; each is
forwarded to the worker. It is never equal to a plain value. What it says otherwise counts as what
the student wrote.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import GeneratorType
from typing import Any, Protocol

from autograder.sandbox.operations import SPECIAL_METHODS

MAX_EXPRESSION_TEXT = 120
FUNCTION_TYPES = ("function", "method", "builtin_function_or_method")
_RENDERING = {"_pytest", "reprlib", "pprint", "difflib", "unittest", "autograder"}
"""Packages that show values: they get a handle's text, and the worker is not asked."""
_ANSWERED_HERE = {"__eq__", "__ne__", "__hash__", "__bool__", "__repr__", "__str__"}


class Worker(Protocol):
    """What a handle needs of the caller whose worker its object is in."""

    @property
    def is_over(self) -> bool:
        """Has the test ended, so that values are only shown?"""

    def special(self, handle: Handle, name: str, operands: tuple[object, ...]) -> Any:
        """Apply a special method."""

    def attribute(self, owner: Any, name: str) -> Any:
        """Return an attribute of an object or a class."""

    def set_attribute(self, owner: Any, name: str, value: object) -> None: ...

    def delete_attribute(self, owner: Any, name: str) -> None: ...

    def has_method(self, kind: Any, name: str) -> bool:
        """Does a class of the submission's have an attribute, as far as is known?"""

    def call_method(
        self, owner: Any, name: str, values: tuple[object, ...], keywords: dict[str, object]
    ) -> Any: ...

    def call_handle(
        self, handle: Handle, values: tuple[object, ...], keywords: dict[str, object]
    ) -> Any: ...


@dataclass(slots=True)
class State:
    """What the judge knows of an object in a worker.

    `expression` is how it was made, `made_by` the function that did, `text` what messages show
    instead. What a method returns depends on the `calls` before it, so a failure shows all of them,
    with the `arguments` that are too large to stand in them. The object is a result of a call, or
    the test made it.
    """

    caller: Worker
    number: int
    class_name: str
    expression: str
    text: str
    made_by: str
    is_result: bool
    calls: tuple[str, ...] = ()
    arguments: dict[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        return self.text or self.expression


class Handle:
    """An object in a worker. Its own attribute is `_stand_in`: all others are the student's."""

    __slots__ = ("_stand_in",)
    __test__ = False
    _stand_in: State

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in ("__doc__", "__name__", "__dict__"):
            raise AttributeError(name)  # Asked for by Python and by pytest.
        return self._stand_in.caller.attribute(self, name)

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # The student's, not the one above.
        return self._stand_in.caller.attribute(self, "__doc__")

    def __setattr__(self, name: str, value: object) -> None:
        self._stand_in.caller.set_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._stand_in.caller.delete_attribute(self, name)

    def __repr__(self) -> str:
        return self._stand_in.shown


def state_of(handle: Handle) -> State:
    return handle._stand_in


class FunctionHandle(Handle):  # A function or a class that has no name in a file: a closure.
    __slots__ = ()
    __doc__ = Handle.__doc__

    def __call__(self, *values: object, **keywords: object) -> Any:
        return self._stand_in.caller.call_handle(self, values, keywords)


class IteratorHandle(Handle):  # One of Python's own, such as a generator.
    __slots__ = ()
    __doc__ = Handle.__doc__

    def __iter__(self) -> IteratorHandle:
        return self

    def __next__(self) -> Any:
        return self._stand_in.caller.special(self, "__next__", ())

    @property  # type: ignore[misc] # As a mock does it.
    def __class__(self) -> Any:
        return GeneratorType if self._stand_in.class_name == "generator" else type(self)


class ViewHandle(Handle):  # The keys, values or items of a dict in the worker.
    __slots__ = ()
    __doc__ = Handle.__doc__


class Method:
    """A method of an object or a class, to be called."""

    __test__ = False

    def __init__(self, owner: Any, caller: Callable[[], Worker], name: str, shown: str) -> None:
        self._owner, self._caller, self._shown = owner, caller, shown
        self.__name__ = name

    def __call__(self, *values: object, **keywords: object) -> Any:
        return self._caller().call_method(self._owner, self.__name__, values, keywords)

    def fetched(self) -> Any:
        """Return a handle for it, to pass it on."""
        return self._caller().attribute(self._owner, self.__name__)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.fetched(), name)

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # The student's, not the one above.
        return self.fetched().__doc__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Method):
            return False
        return self._owner is other._owner and self.__name__ == other.__name__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return self._shown


def make_handle(kind: type[Handle], state: State) -> Handle:
    """Make a handle of a stand-in class, whose own call would make an object in the worker."""
    handle = kind.__new__(kind)
    object.__setattr__(handle, "_stand_in", state)
    return handle


def special_methods(names: Sequence[str]) -> dict[str, Any]:
    """Return methods that forward these special methods to the worker."""
    made = {name: _forwarding(name) for name in names if name in SPECIAL_METHODS}
    return made | ({"__call__": FunctionHandle.__call__} if "__call__" in made else {})


def _forwarding(name: str) -> Callable[..., Any]:
    def forward(self: Handle, *operands: object) -> Any:
        caller = self._stand_in.caller
        if name in _ANSWERED_HERE and (caller.is_over or _is_rendering(name)):
            return _answered_here(self, name, operands)
        if name in ("__eq__", "__ne__") and not isinstance(operands[0], Handle):
            return NotImplemented
        return caller.special(self, name, operands)

    forward.__name__ = name
    return forward


def _is_rendering(name: str) -> bool:
    """Is a value shown by a package, and not by a test?"""
    if name not in ("__repr__", "__str__"):
        return False
    module = str(sys._getframe(2).f_globals.get("__name__"))
    return module.partition(".")[0] in _RENDERING


def _answered_here(handle: Handle, name: str, operands: tuple[object, ...]) -> Any:
    if name in ("__eq__", "__ne__"):
        return (handle is operands[0]) == (name == "__eq__")
    if name == "__hash__":
        return id(handle)
    return True if name == "__bool__" else state_of(handle).shown


for _name, _method in special_methods(("__iter__", "__len__", "__contains__")).items():
    setattr(ViewHandle, _name, _method)
