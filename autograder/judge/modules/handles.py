"""Stand-ins for what stays in a worker: classes, functions, and handles for objects.

`isinstance` and `type` hold: the class of a handle is the stand-in of the student's class.

A handle has the special methods of the reference's class of that name, and no others; each is
forwarded to the worker. It is never equal to a plain value. What it says otherwise counts as what
the student wrote.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import GeneratorType, ModuleType
from typing import Any, NoReturn

from autograder.assignment import AssignmentError
from autograder.judge.modules.interface import ClassInterface, ModuleInterface
from autograder.safetext import printable_line
from autograder.sandbox.operations import SPECIAL_METHODS

FUNCTION_TYPES = ("function", "method", "builtin_function_or_method")
_RENDERING = {"_pytest", "reprlib", "pprint", "difflib", "unittest", "autograder"}
"""Packages that show values: they get a handle's text, and the worker is not asked."""
_FORWARDED_NAMES = ("__name__", "__dict__", "__members__")
"""Python and pytest ask everything for other names of this form."""


@dataclass(slots=True)
class State:
    """What the judge knows of an object in a worker.

    `expression` is how it was made, `made_by` the function that did, `text` what messages show
    instead. What a method returns depends on the `calls` before it, so a failure shows all of them,
    with the `arguments` that are too large to stand in them. The object is a result of a call, or
    the test made it.
    """

    caller: Any
    number: int
    class_name: str
    expression: str
    text: str
    made_by: str
    is_result: bool = True
    calls: tuple[str, ...] = ()
    arguments: dict[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        return self.text or self.expression


class Forwarding:
    """What a worker has: its attributes are there, and are set there."""

    __slots__ = ()
    __test__ = False

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # The student's, not the one above.
        return caller_of(self).use("get", self, "__doc__")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in _FORWARDED_NAMES:
            raise AttributeError(name)
        caller, kind = caller_of(self), self if isinstance(self, type) else type(self)
        if name in getattr(kind, "_methods", ()) and caller.has_method(kind, name):
            return Function(self, name, lambda: caller_of(self))
        return caller.use("get", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        caller_of(self).use("set", self, name, value)

    def __delattr__(self, name: str) -> None:
        caller_of(self).use("delete", self, name)


class Handle(Forwarding):
    """An object in a worker. Its own attribute is `_stand_in`: all others are the student's."""

    __slots__ = ("_stand_in",)
    __doc__ = Forwarding.__doc__
    _stand_in: State

    def __repr__(self) -> str:
        return self._stand_in.shown


def state_of(handle: Handle) -> State:
    return handle._stand_in


def caller_of(thing: Any) -> Any:
    """Return the caller whose worker has an object, a function or a class."""
    return thing._stand_in.caller if isinstance(thing, Handle) else thing._caller()


class FunctionHandle(Handle):  # A function or a class that has no name in a file: a closure.
    __slots__ = ()
    __doc__ = Forwarding.__doc__

    def __call__(self, *values: object, **keywords: object) -> Any:
        return self._stand_in.caller.call(self, values, keywords)


class IteratorHandle(Handle):  # One of Python's own, such as a generator.
    __slots__ = ()

    def __iter__(self) -> IteratorHandle:
        return self

    def __next__(self) -> Any:
        return self._stand_in.caller.use("__next__", self)

    @property  # type: ignore[misc] # As a mock does it.
    def __class__(self) -> Any:
        return GeneratorType if self._stand_in.class_name == "generator" else type(self)


class ViewHandle(Handle):  # The keys, values or items of a dict in the worker.
    __slots__ = ()


class Function(Forwarding):
    """A function of a module of the student's, or a method of a class or an object, by its name."""

    __doc__ = Forwarding.__doc__
    _owner: Any
    _caller: Callable[[], Any]
    __name__: str
    __qualname__: str

    def __init__(self, owner: Any, name: str, caller: Callable[[], Any]) -> None:
        full = f"{class_name_of(owner)}.{printable_line(name)}".lstrip(".")
        vars(self).update(
            _owner=owner,
            _caller=caller,
            __name__=name,
            __qualname__=full,
            __module__=defining_module(owner),
        )

    def __call__(self, *values: object, **keywords: object) -> Any:
        return self._caller().call(self, values, keywords)

    def __repr__(self) -> str:
        return self.__qualname__


def class_name_of(thing: Any) -> str:
    """Return the class of an object, or the name of a class or a function; "" for a module."""
    if isinstance(thing, Handle):
        return state_of(thing).class_name
    return "" if isinstance(thing, ModuleType) else str(thing.__name__)


def defining_module(thing: Any) -> str:
    """Return the module of a function, a class or an object's class; of a module, its name."""
    if isinstance(thing, ModuleType):
        return thing.__name__
    return str(thing.__module__ if isinstance(thing, (Function, type)) else type(thing).__module__)


_ANSWERED_HERE: dict[str, Callable[..., Any]] = {
    "__eq__": operator.is_,
    "__ne__": operator.is_not,
    "__hash__": id,
    "__bool__": lambda _: True,
    "__repr__": lambda handle: state_of(handle).shown,
    "__str__": lambda handle: state_of(handle).shown,
}
"""What a handle answers once its test is over, when its values are only shown."""


def special_methods(names: Iterable[str]) -> dict[str, Any]:
    """Return methods that forward these special methods to the worker."""
    made = {name: _forwarding(name) for name in names if name in SPECIAL_METHODS}
    return made | ({"__call__": FunctionHandle.__call__} if "__call__" in made else {})


def _forwarding(name: str) -> Callable[..., Any]:
    def forward(self: Any, *operands: object) -> Any:
        caller = caller_of(self)
        if name in _ANSWERED_HERE and (caller.log.is_over or _is_rendering(name)):
            return _ANSWERED_HERE[name](self, *operands)
        if name in ("__eq__", "__ne__") and not isinstance(operands[0], Handle):
            return NotImplemented
        return caller.use(name, self, *operands)

    forward.__name__ = name
    return forward


def _is_rendering(name: str) -> bool:
    """Is a value shown by a package, and not by a test?"""
    if name not in ("__repr__", "__str__"):
        return False
    module = str(sys._getframe(2).f_globals.get("__name__"))
    return module.partition(".")[0] in _RENDERING


for _name, _method in special_methods(("__iter__", "__len__", "__contains__")).items():
    setattr(ViewHandle, _name, _method)


class StandInClass(Forwarding, type):
    """The class of a stand-in class. A call makes an object in the worker.

    `_methods` are the names of those of the reference's class and its bases.
    """

    __doc__ = Forwarding.__doc__
    _caller: Callable[[], Any]
    _methods: frozenset[str]

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> StandInClass:
        if "_caller" not in namespace:
            owner = next(each for each in bases if isinstance(each, StandInClass))
            refuse(
                f"{name} inherits from the student's {owner.__name__}, whose code is in another "
                "process: use its objects, or put the class into a provided file"
            )
        return super().__new__(cls, name, bases, namespace, **options)

    def __call__(cls, *values: object, **keywords: object) -> Any:
        return cls._caller().call(cls, values, keywords)

    def __bool__(cls) -> bool:
        return True


for _name, _method in special_methods(
    ("__iter__", "__len__", "__contains__", "__getitem__")
).items():  # Those of enums.
    setattr(StandInClass, _name, _method)


def make_class(
    module: ModuleInterface,
    interface: ClassInterface,
    bases: Sequence[Any],
    caller: Callable[[], Any],
) -> StandInClass:
    """Make the stand-in of a class; `bases` are those of its bases, None where it is unknown."""
    own = tuple(base for base in bases if isinstance(base, StandInClass))
    library = [base for base in bases if base not in (None, object, *own)]
    methods = {name for base in library for name in dir(base) if callable(getattr(base, name, 0))}
    special = {*interface.special, "__copy__", "__deepcopy__"}.union(
        name
        for base in library
        for name in SPECIAL_METHODS
        if getattr(base, name, None) is not getattr(object, name, None)
    )
    if None in bases or not module.complete:
        special = set(SPECIAL_METHODS) - {"__next__", "__call__", "__bool__", "__hash__"}
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__module__": module.name,
        "__doc__": Forwarding.__doc__,
        "_caller": staticmethod(caller),
        "_methods": interface.methods.union(methods, *(base._methods for base in own)),
        **special_methods(sorted(special)),
    }
    return StandInClass(interface.name, own or (Handle,), namespace)


_JUDGE = str(Path(__file__).parents[1])


def refuse(fault: str) -> NoReturn:
    """Refuse an impossible use of the student's module, with the line of the tests.

    Raises:
        AssignmentError: always.
    """
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_JUDGE):
        frame = frame.f_back
    raise AssignmentError(f"{frame.f_code.co_filename}, line {frame.f_lineno}: {fault}")
