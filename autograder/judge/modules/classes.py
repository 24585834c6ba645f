"""Stand-ins for the student's classes: `isinstance` and `type` hold, objects stay in the worker."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from autograder.assignment import AssignmentError
from autograder.judge.modules.handles import (
    Forwarding,
    Handle,
    special_methods,
)
from autograder.judge.modules.interface import ClassInterface, ModuleInterface
from autograder.sandbox.operations import SPECIAL_METHODS


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
