"""Stand-ins for the student's classes: `isinstance` and `type` hold, objects stay in the worker."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import EnumType
from pathlib import Path
from typing import Any, NoReturn

from autograder.assignment import AssignmentError
from autograder.judge.modules.handles import (
    Forwarding,
    Function,
    Handle,
    special_methods,
    state_of,
)
from autograder.judge.modules.interface import ClassInterface, ModuleInterface
from autograder.sandbox.operations import SPECIAL_METHODS


class StandInClass(Forwarding, type):
    """The class of a stand-in class. A call makes an object in the worker.

    `_methods` and `_attributes` are those of the reference's class and its bases; `_is_open` tells
    if there may be others.
    """

    __doc__ = Forwarding.__doc__
    _caller: Callable[[], Any]
    _methods: frozenset[str]
    _attributes: frozenset[str]
    _is_open: bool

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

    def __getattr__(cls, name: str) -> Any:
        if name in cls._methods and cls._caller().has_method(cls, name):
            return Function(cls, name, cls._caller, f"{cls.__name__}.")
        return super().__getattr__(name)

    def __bool__(cls) -> bool:
        return True


for _name, _method in special_methods(
    ("__iter__", "__len__", "__contains__", "__getitem__")
).items():  # Those of enums.
    setattr(StandInClass, _name, _method)


class StudentObject(Handle):  # The base of all stand-in classes.
    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        kind: Any = type(self)
        state = state_of(self)
        if name in kind._methods and state.caller.has_method(kind, name):
            return Function(self, name, lambda: state.caller, f"{state.class_name}.")
        if not (name.startswith("__") or kind._is_open or name in kind._attributes | kind._methods):
            raise AttributeError(f"{kind.__name__!r} object has no attribute {name!r}")
        return super().__getattr__(name)


def make_class(
    module: ModuleInterface,
    interface: ClassInterface,
    bases: Sequence[Any],
    caller: Callable[[], Any],
) -> StandInClass:
    """Make the stand-in of a class; `bases` are those of its bases, None where it is unknown."""
    own = tuple(base for base in bases if isinstance(base, StandInClass))
    library = [base for base in bases if base not in (None, object, *own)]
    is_unknown = None in bases or not module.complete
    special = {*interface.special, "__copy__", "__deepcopy__"}
    methods, attributes = set(interface.methods), set(interface.attributes)
    for base in library:
        special |= {
            name
            for name in SPECIAL_METHODS
            if getattr(base, name, None) is not getattr(object, name, None)
        }
        for name in dir(base):
            if not name.startswith("__"):
                (methods if callable(getattr(base, name, None)) else attributes).add(name)
    if is_unknown:
        special = set(SPECIAL_METHODS) - {"__next__", "__call__", "__bool__", "__hash__"}
    enums = any(isinstance(base, EnumType) for base in library)  # Their names are members, too.
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__module__": module.name,
        "__doc__": Forwarding.__doc__,
        "_caller": staticmethod(caller),
        "_methods": frozenset(methods).union(*(base._methods for base in own)),
        "_attributes": frozenset(attributes).union(*(base._attributes for base in own)),
        "_is_open": interface.sets_names or is_unknown or enums or any(b._is_open for b in own),
        **special_methods(sorted(special)),
    }
    return StandInClass(interface.name, own or (StudentObject,), namespace)


class _Folder:
    """The folder of the assignment that is being graded."""

    path = ""


def tests_are_in(folder: Path) -> None:
    _Folder.path = str(folder)


def refuse(fault: str) -> NoReturn:
    """Refuse an impossible use of the student's module, with the line of the tests.

    Raises:
        AssignmentError: always.
    """
    frame = sys._getframe(1)
    while frame.f_back and not frame.f_code.co_filename.startswith(_Folder.path):
        frame = frame.f_back
    file = Path(frame.f_code.co_filename)
    raise AssignmentError(f"{file}, line {frame.f_lineno}: {fault}")
