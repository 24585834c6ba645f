"""Stand-ins for what stays in a worker: classes, functions, and handles for objects.

`isinstance` and `type` hold: the class of a handle is the stand-in of the student's class.

A handle has the special methods that the student's class has, and no others; each is forwarded to
the worker. It is equal to a plain value only by its content, if its class merely extends one of
Python's containers: no `__eq__` of the student's is asked. What it says otherwise counts as what
the student wrote; the `CallLog` notes if a test relies on that where it might have got plain data.
"""

from __future__ import annotations

import contextlib
import dataclasses
import operator
import sys
import types
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, GeneratorType, ModuleType, SimpleNamespace
from typing import Any, NoReturn, cast

from autograder.assignment import AssignmentError
from autograder.judge.calls import Invocation
from autograder.judge.modules.interface import ClassInterface
from autograder.safetext import printable_line
from autograder.sandbox.operations import CONTAINERS, OF_EVERY_OBJECT, SPECIAL_METHODS
from autograder.sandbox.values import KINDS, LIBRARY, library_class

FUNCTION_TYPES = ("function", "method", "builtin_function_or_method")
_RENDERING = {"_pytest", "reprlib", "pprint", "difflib", "unittest", "autograder"}
"""Packages that show values: they get a handle's text, and the worker is not asked."""
_FIELDS = "__dataclass_fields__"
_FORWARDED_NAMES = ("__name__", "__dict__", "__members__")
"""Python and pytest ask everything for other names of this form."""


@dataclass(slots=True)
class State:
    """What the judge knows of an object in a worker.

    `expression` is how it was made, `made_by` the function that did, `text` what messages show
    instead. What a method returns depends on the `calls` before it, so a failure shows all of them,
    with the `arguments` that are too large to stand in them. The object is a result of a call, or
    the test made it; `returned_by` are the calls that have returned it, as in `CallLog.relied`.
    `classes` are those of the student's that it is an instance of, each as its module and name.
    """

    caller: Any
    number: int
    class_name: str
    expression: str
    text: str
    made_by: str
    classes: tuple[tuple[str, str], ...] = ()
    hash: int | None = None
    is_result: bool = True
    returned_by: dict[tuple[str, str], Invocation] = field(default_factory=dict)
    calls: tuple[str, ...] = ()
    arguments: dict[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        return self.text or self.expression

    @property
    def variable(self) -> str:
        """The name by which several calls show an object that the test has made with arguments."""
        has_arguments = self.expression[-1:] == ")" and self.expression[-2:] != "()"
        return self.class_name.lower() if has_arguments and not self.is_result else ""


class Forwarding:
    """What a worker has: its attributes are there, and are set there."""

    __slots__ = ()
    __test__ = False

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # The student's, not the one above.
        return caller_of(self).use("get", self, "__doc__")

    def __getattr__(self, name: str) -> Any:
        if name == _FIELDS and not caller_of(self).is_passive:
            return _fields_of(self)
        if name.startswith("__") and name not in _FORWARDED_NAMES:
            raise AttributeError(name)
        caller, kind = caller_of(self), self if isinstance(self, type) else type(self)
        if name in getattr(kind, "_methods", ()) and caller.has_method(kind, name):
            return Function(self, name, lambda: caller_of(self))
        note_use(self, name)
        return caller.use("get", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        caller_of(self).use("set", self, name, value)

    def __delattr__(self, name: str) -> None:
        caller_of(self).use("delete", self, name)


def _fields_of(thing: Any) -> dict[str, dataclasses.Field[Any]]:
    """Return the fields of a dataclass of the student's, as the functions of `dataclasses` need."""
    made = {}
    for name, found in caller_of(thing).use("get", thing, _FIELDS).items():
        if found._field_type.name == "_FIELD":
            field: Any = dataclasses.field(init=found.init)
            field.name, field._field_type = name, dataclasses._FIELD  # type: ignore[attr-defined]
            made[name] = field
    return made


class Handle(Forwarding):
    """An object in a worker. All its attributes are the student's: see `state_of`."""

    __slots__ = ("_stand_in",)
    __doc__ = Forwarding.__doc__
    _stand_in: State
    _as_class: Any = None

    @property  # type: ignore[misc] # As a mock does it.
    def __class__(self) -> Any:
        return self._as_class or type(self)

    def __repr__(self) -> str:
        return state_of(self).shown


# The slot has no name: no chain of attributes leads from a handle into the judge.
_STATE: Any = vars(Handle)["_stand_in"]
type.__delattr__(Handle, "_stand_in")


def attach(handle: Handle, state: State) -> None:
    _STATE.__set__(handle, state)


def state_of(handle: Handle) -> State:
    return cast(State, _STATE.__get__(handle))


def caller_of(thing: Any) -> Any:
    """Return the caller whose worker has an object, a function or a class."""
    return state_of(thing).caller if isinstance(thing, Handle) else thing._caller()


class FunctionHandle(Handle):  # A function or a class that has no name in a file: a closure.
    __slots__ = ()
    __doc__ = Forwarding.__doc__
    __code__ = SimpleNamespace(co_flags=0)  # So that mock takes it for no coroutine function.

    def __call__(self, /, *values: object, **keywords: object) -> Any:
        return state_of(self).caller.call(self, values, keywords)

    @property  # type: ignore[misc] # As a mock does it.
    def __class__(self) -> Any:
        return FunctionType if state_of(self).class_name == "function" else type(self)


class IteratorHandle(Handle):  # One of Python's own, such as a generator.
    __slots__ = ()

    def __iter__(self) -> IteratorHandle:
        return self

    def __next__(self) -> Any:
        return state_of(self).caller.use("__next__", self)

    @property  # type: ignore[misc] # As a mock does it.
    def __class__(self) -> Any:
        return GeneratorType if state_of(self).class_name == "generator" else type(self)


class CoroutineHandle(Handle, Coroutine[Any, Any, Any]):  # It runs when it is awaited.
    __slots__ = ()

    def send(self, _: Any) -> Any:
        raise StopIteration(state_of(self).caller.use("__await__", self))

    def throw(self, error: Any, *_: Any) -> Any:
        raise error

    def __await__(self) -> Any:
        return state_of(self).caller.use("__await__", self)
        yield


class Function(Forwarding):
    """A function of a module of the student's, or a method of a class or an object, by its name."""

    __doc__ = Forwarding.__doc__
    _owner: Any
    _caller: Callable[[], Any]
    _name: str
    __qualname__: str

    def __init__(self, owner: Any, name: str, caller: Callable[[], Any]) -> None:
        full = f"{class_name_of(owner)}.{printable_line(name)}".lstrip(".")
        vars(self).update(
            _owner=owner,
            _caller=caller,
            _name=name,
            __qualname__=full,
            __module__=defining_module(owner),
        )

    def __call__(self, /, *values: object, **keywords: object) -> Any:
        return self._caller().call(self, values, keywords)

    @property
    def __name__(self) -> Any:
        """The student's, while a test runs."""
        try:
            caller = self._caller()
        except AssignmentError:  # Tests are collected.
            return self._name
        return self._name if caller.is_passive else caller.use("get", self, "__name__")

    def __repr__(self) -> str:
        return self.__qualname__


def class_name_of(thing: Any) -> str:
    """Return the class of an object, or the name of a class or a function; "" for a module."""
    if isinstance(thing, Handle):
        return state_of(thing).class_name
    if isinstance(thing, Function):
        return thing._name
    return "" if isinstance(thing, ModuleType) else str(thing.__name__)


def defining_module(thing: Any) -> str:
    """Return the module of a function, a class or an object's class; of a module, its name."""
    if isinstance(thing, ModuleType):
        return thing.__name__
    return str(thing.__module__ if isinstance(thing, (Function, type)) else type(thing).__module__)


def note_use(thing: Any, name: str) -> None:
    """Note that a test uses a method of an object which a call has returned.

    Only those count that plain data has, too; an iterator need not be of the reference's class.
    """
    if isinstance(thing, Handle) and (made_by := state_of(thing).returned_by):
        caller = caller_of(thing)
        if name in _OF_PLAIN_DATA or name in caller.stand_ins.type_names:
            is_loop = name in ("__iter__", "__next__")
            counted = {
                called: first
                for called, first in made_by.items()
                # What `__iter__` returns is no plain data, whatever its class.
                if called[0] != "__iter__" and not (is_loop and called[0] in LOOPING)
            }
            caller.log.relied.update(counted if name not in ("__enter__", "__exit__") else {})


LOOPING = ("__iter__", "__reversed__", "__enter__")
"""What these return only serves Python's own statements: it may be of any class."""
_PLAIN_TYPES = [*KINDS, *(library_class(*place) for place in LIBRARY)]
_OF_PLAIN_DATA = SPECIAL_METHODS.keys() | {name for kind in _PLAIN_TYPES for name in dir(kind)}
_EQUALITY: dict[str, Callable[..., Any]] = {"__eq__": operator.eq, "__ne__": operator.ne}
_CONTAINERS = {f"builtins.{kind.__name__}" for kind in CONTAINERS}
_ANSWERED_HERE: dict[str, Callable[..., Any]] = {
    "__eq__": operator.is_,
    "__ne__": operator.is_not,
    "__hash__": lambda handle: state_of(handle).hash or 0,
    "__bool__": lambda _: True,
    "__repr__": lambda handle: state_of(handle).shown,
    "__str__": lambda handle: state_of(handle).shown,
}
"""What a handle answers while values are decoded, or only shown since their test is over."""


def _forwarding(name: str) -> Callable[..., Any]:
    def forward(self: Any, /, *operands: object) -> Any:
        caller = caller_of(self)
        if name in _ANSWERED_HERE and (caller.is_passive or _is_rendering(name)):
            return _ANSWERED_HERE[name](self, *operands)
        if name in _EQUALITY and not isinstance(operands[0], Handle):
            is_container = not _CONTAINERS.isdisjoint(getattr(type(self), "_special", ()))
            if is_container and (content := caller.content(self)) is not None:
                return _EQUALITY[name](content, operands[0])
            caller.use(name, self, *operands)  # It may raise an exception.
            return NotImplemented
        note_use(self, name)
        return caller.use(name, self, *operands)

    forward.__name__ = name
    return forward


def _is_rendering(name: str) -> bool:
    """Return whether a package shows the value, and not a test."""
    if name not in ("__repr__", "__str__"):
        return False
    module = str(sys._getframe(2).f_globals.get("__name__"))
    return module.partition(".")[0] in _RENDERING


_SPECIAL: dict[str, Any] = {name: _forwarding(name) for name in SPECIAL_METHODS}
_SPECIAL |= {
    "__call__": FunctionHandle.__call__,
    "__await__": CoroutineHandle.__await__,
}
for _name in OF_EVERY_OBJECT:
    setattr(Handle, _name, _SPECIAL[_name])


def behave(kind: Any, special: frozenset[str]) -> None:
    """Give the class of handles the special methods of the student's class, and no others."""
    if kind._special == special:
        return
    for name in _SPECIAL.keys() & vars(kind):
        type.__delattr__(kind, name)
    for each in special:
        name = each.removeprefix("-")
        if name in _SPECIAL:
            type.__setattr__(kind, name, _SPECIAL[name] if name == each else None)
    type.__setattr__(kind, "_special", special)
    type.__setattr__(kind, "_as_class", _derived(kind.__name__, special))


def _derived(name: str, special: frozenset[str]) -> Any:
    """Return a class for which `isinstance` finds the bases in the library; None without any."""
    places = sorted(each.rpartition(".")[::2] for each in special if "." in each)
    known = [place for place in places if place[0] in ("builtins", "collections", "enum")]
    found = [getattr(sys.modules.get(module), each, None) for module, each in known]
    bases = [each for each in found if isinstance(each, type)]
    nearest = [each for each in bases if not any(issubclass(b, each) for b in bases if b != each)]
    with contextlib.suppress(TypeError):  # It is no base, or does not go with the others.
        return types.new_class(name, tuple(nearest)) if nearest else None
    return None


def class_of_handles(name: str, special: frozenset[str]) -> Any:
    """Return a class for objects whose class tests cannot name."""
    kind = type(name, (Handle,), {"__slots__": (), "_special": frozenset()})
    behave(kind, special)
    return kind


class StandInClass(Forwarding, type):
    """The class of a stand-in class. A call makes an object in the worker.

    `_methods` are the names of those of the reference's class and its bases, `_special` those of
    the special methods that the student's class has.
    """

    __doc__ = Forwarding.__doc__
    _caller: Callable[[], Any]
    _methods: frozenset[str]
    _special: frozenset[str]

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

    def __call__(cls, /, *values: object, **keywords: object) -> Any:
        return cls._caller().call(cls, values, keywords)

    def __bool__(cls) -> bool:
        return True

    def __instancecheck__(cls, value: object) -> bool:
        known = state_of(value).classes if isinstance(value, Handle) else ()
        return (cls.__module__, cls.__qualname__) in known

    def __subclasscheck__(cls, other: type) -> bool:
        if not isinstance(other, StandInClass):
            return False
        return other is cls or cls in cls._caller().use("get", other, "__mro__")


for _name in ("__iter__", "__len__", "__contains__", "__getitem__"):  # Those of enums.
    setattr(StandInClass, _name, _SPECIAL[_name])


def make_class(
    module: str, interface: ClassInterface, bases: Iterable[Any], caller: Callable[[], Any]
) -> StandInClass:
    """Make the stand-in of a class; `bases` are those of its bases, None where it is unknown."""
    methods = {name for base in bases for name in getattr(base, "_methods", dir(base))}
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__module__": module,
        "__qualname__": interface.name,
        "__doc__": Forwarding.__doc__,
        "_caller": staticmethod(caller),
        "_methods": interface.methods.union(methods),
        "_special": frozenset(),
    }
    return StandInClass(interface.name.rpartition(".")[2], (Handle,), namespace)


_GRADER = tuple(str(Path(__file__).parents[2] / name) for name in ("judge", "sandbox"))


def refuse(fault: str) -> NoReturn:
    """Refuse an impossible use of the student's module, with the line of the tests.

    Raises:
        AssignmentError: always.
    """
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_GRADER):
        frame = frame.f_back
    raise AssignmentError(f"{frame.f_code.co_filename}, line {frame.f_lineno}: {fault}")


def refuse_of_earlier_test(thing: Any) -> NoReturn:
    """Refuse the use of an object that a test has kept for the next ones.

    Raises:
        AssignmentError: always.
    """
    shown = printable_line(state_of(thing).shown) if isinstance(thing, Handle) else "this object"
    refuse(
        f"{shown} is an earlier test's, whose process has ended: make it in this test, or in a "
        'fixture with scope="module"'
    )


for _kind, _name in {
    FunctionHandle: "function",
    IteratorHandle: "iterator",
    CoroutineHandle: "coroutine",
    Function: "function",
    StandInClass: "type",
}.items():
    type.__setattr__(_kind, "__name__", _name)  # As Python's messages call them.
