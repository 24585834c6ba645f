"""Stand-ins for the student's classes: `isinstance` and `type` hold, objects stay in the worker."""

from __future__ import annotations

from collections.abc import Callable
from enum import EnumType
from typing import Any, NoReturn

from autograder.judge.modules.handles import Handle, Method, special_methods
from autograder.judge.modules.interface import (
    ALWAYS,
    ClassInterface,
    ModuleInterface,
    base_class,
    special_methods_of,
)
from autograder.judge.modules.places import refuse
from autograder.sandbox.operations import SPECIAL_METHODS


class StandInClass(type):
    """The class of a stand-in class. A call makes an object in the worker.

    `_interface` is what the reference's class has; `_methods` and `_attributes` with those of its
    bases, and `_is_open` if there may be others.
    """

    _interface: ClassInterface
    _caller: Callable[[], Any]
    _methods: frozenset[str]
    _attributes: frozenset[str]
    _is_open: bool

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> StandInClass:
        if "_interface" not in namespace:
            owner = next(each for each in bases if isinstance(each, StandInClass))
            refuse(
                f"{name} inherits from the student's {owner.__name__}, whose code is in another "
                "process: use its objects, or put the class into a provided file"
            )
        return super().__new__(cls, name, bases, namespace, **options)

    def __call__(cls, *values: object, **keywords: object) -> Any:
        return cls._caller().make(cls, values, keywords)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and name != "__members__":
            raise AttributeError(name)
        if name in cls._methods and cls._caller().has_method(cls, name):
            return Method(cls, cls._caller, name, f"{cls.__name__}.{name}")
        return cls._caller().attribute(cls, name)

    def __setattr__(cls, name: str, value: object) -> None:
        cls._caller().set_attribute(cls, name, value)

    def __delattr__(cls, name: str) -> None:
        cls._caller().delete_attribute(cls, name)

    @property
    def __doc__(cls) -> Any:  # type: ignore[override] # The student's.
        return cls._caller().attribute(cls, "__doc__")

    def __iter__(cls) -> Any:
        return cls._caller().special(cls, "__iter__", ())

    def __len__(cls) -> Any:
        return cls._caller().special(cls, "__len__", ())

    def __contains__(cls, value: object) -> Any:
        return cls._caller().special(cls, "__contains__", (value,))

    def __getitem__(cls, key: object) -> Any:
        return cls._caller().special(cls, "__getitem__", (key,))

    def __bool__(cls) -> bool:
        return True

    def knows(cls, name: str) -> bool:
        """May its objects have an attribute of this name?"""
        return cls._is_open or name in cls._attributes or name in cls._methods


class StudentObject(Handle):  # The base of all stand-in classes.
    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        kind: Any = type(self)
        state = self._stand_in
        if name in kind._methods and state.caller.has_method(kind, name):
            shown = f"{state.class_name}.{name}"
            return Method(self, lambda: state.caller, name, shown)
        if not name.startswith("__") and not kind.knows(name):
            raise AttributeError(f"{kind.__name__!r} object has no attribute {name!r}")
        return super().__getattr__(name)


def make_class(
    module: ModuleInterface,
    interface: ClassInterface,
    bases: list[Any],
    caller: Callable[[], Any],
) -> StandInClass:
    """Make the stand-in of a class; `bases` are those of its bases, None where it is unknown."""
    own = tuple(base for base in bases if isinstance(base, StandInClass))
    others = [base for base in bases if not isinstance(base, StandInClass)]
    special = {*interface.special, *ALWAYS}
    names: set[str] = set()
    is_open = interface.sets_names or not module.complete
    for base in others:
        if base is None:
            is_open = True
        else:
            is_open |= isinstance(base, EnumType)  # Its names are its members', too.
            special |= special_methods_of(base)
            names |= {name for name in dir(base) if not name.startswith("__")}
    if is_open and (None in others or not module.complete):
        special = set(SPECIAL_METHODS) - {"__next__", "__call__", "__bool__", "__hash__"}
    callable_names = {
        name for base in others if base for name in names if callable(getattr(base, name, None))
    }
    methods = interface.methods | callable_names
    attributes = interface.attributes | (names - callable_names)
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__module__": interface.module,
        "__doc__": vars(Handle)["__doc__"],
        "_interface": interface,
        "_caller": staticmethod(caller),
        "_methods": frozenset(methods).union(*(base._methods for base in own)),
        "_attributes": frozenset(attributes).union(*(base._attributes for base in own)),
        "_is_open": is_open or any(base._is_open for base in own),
        **special_methods(sorted(special)),
    }
    return StandInClass(interface.name, own or (StudentObject,), namespace)


def library_bases(module: ModuleInterface, interface: ClassInterface) -> list[Any]:
    """Return the classes of Python's own among a class's bases; None for one that is unknown."""
    return [base_class(module, base) for base in interface.bases]


def refuse_at_collection(what: str) -> NoReturn:
    """Refuse to use the student's code while tests are collected."""
    refuse(f"{what} is used while the tests are collected: do that in a test or a fixture")
