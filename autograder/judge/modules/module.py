"""Stand-ins for the student's modules, so that tests import from them as from any module.

`sys.modules["hw"]` is a module whose names forward to the worker of the test that runs.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.assignment import Assignment
from autograder.judge.modules.classes import (
    StandInClass,
    library_bases,
    make_class,
    refuse_at_collection,
)
from autograder.judge.modules.exceptions import make_exception_class
from autograder.judge.modules.interface import ModuleInterface, read_interface
from autograder.judge.modules.places import tests_are_in
from autograder.sandbox.operations import SPECIAL_METHODS

_NOT_REFUSED = ("__repr__", "__str__", "__hash__", "__bool__", "__format__", "__copy__")


class StandInFunction:
    """A function of the student's, which is called in the worker of the test that runs."""

    __test__ = False

    def __init__(self, module: str, name: str, stand_ins: StandIns) -> None:
        self.__module__, self.__name__, self.__qualname__ = module, name, name
        self._stand_ins = stand_ins

    def __call__(self, *values: object, **keywords: object) -> Any:
        caller = self._stand_ins.caller(f"{self.__name__}()")
        return caller.call(self, values, keywords)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._stand_ins.caller(f"{self.__name__}.{name}").attribute(self, name)

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # The student's, not the one above.
        return self._stand_ins.caller(f"{self.__name__}.__doc__").attribute(self, "__doc__")

    def __repr__(self) -> str:
        return self.__name__


class Constant:
    """A constant while tests are collected. A test finds its value instead, if there is one."""

    __test__ = False

    def __init__(self, module: StandInModule, name: str) -> None:
        vars(self).update(_module=module, _name=name)

    _module: StandInModule
    _name: str

    def value(self) -> Any:
        """Return the value in the worker of the test that runs.

        Raises:
            Failure: the submission does not define it.
        """
        return self._module.value_of(self._name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not self._module._stand_ins.is_running:
            raise AttributeError(f"{self._name} has no value while the tests are collected")
        return getattr(self.value(), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.value(), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.value(), name)

    def __repr__(self) -> str:
        return self._name


def _refuse(constant: Constant, *_operands: object) -> Any:
    """Say that the submission does not define it, or that tests are only collected."""
    return constant.value()


for _special in SPECIAL_METHODS.keys() - set(_NOT_REFUSED):
    setattr(Constant, _special, _refuse)


class StandInModule(ModuleType):
    """A module of the student's. What a test sets in it is set in the worker, until it ends."""

    def __init__(self, interface: ModuleInterface, file: Path, stand_ins: StandIns) -> None:
        super().__init__(interface.name)
        vars(self).update(
            _interface=interface, _stand_ins=stand_ins, _set={}, __all__=interface.public_names
        )
        vars(self)["__file__"] = str(file)

    _interface: ModuleInterface
    _stand_ins: StandIns
    _set: dict[str, object]

    def __getattr__(self, name: str) -> Any:
        interface = self._interface
        if name in self._set:
            return self._set[name]
        known = name in interface.classes or name in interface.functions
        if known and self._stand_ins.is_running:
            caller = self._stand_ins.caller(name)
            if not caller.defines(self.__name__, name):
                raise caller.undefined(self.__name__, name)
        if name in interface.classes:
            return self._stand_ins.class_of(self.__name__, name)
        if name in interface.functions:
            return StandInFunction(self.__name__, name, self._stand_ins)
        if name in interface.imported and (found := self._stand_ins.imported(self, name)):
            return found
        if name in interface.constants or name in interface.imported:
            if self._stand_ins.is_running:
                return self.value_of(name)
            return Constant(self, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # The student's, not the one above.
        return self.value_of("__doc__") if self._stand_ins.is_running else None

    def __dir__(self) -> list[str]:
        return self._interface.names

    def value_of(self, name: str) -> Any:
        return self._stand_ins.caller(f"{self.__name__}.{name}").name_value(self.__name__, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("__"):
            return super().__setattr__(name, value)
        self._stand_ins.caller(f"{self.__name__}.{name}").set_name(self.__name__, name, value)
        if isinstance(value, StandInFunction) and value.__name__ == name:
            self._set.pop(name, None)  # As it was.
        else:
            self._set[name] = value
        return None

    def __delattr__(self, name: str) -> None:
        self._stand_ins.caller(f"{self.__name__}.{name}").restore_name(self.__name__, name)
        self._set.pop(name, None)


class StandIns:
    """All stand-ins of an assignment. `current` is the caller of the test that runs, if one does.

    `exceptions` are the exception classes of the student's, by name.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.current: Callable[[], Any] | None = None
        self.stdin, self.stdout, self.argv = sys.stdin, sys.stdout, list(sys.argv)
        """What tests may replace, as it is without them."""
        tests_are_in(assignment.folder)
        self.interface = read_interface(assignment)
        self.classes: dict[tuple[str, str], Any] = {}
        self.exceptions: dict[str, type[BaseException]] = {}
        self.modules: dict[str, StandInModule] = {}
        files = (Path(file) for file in assignment.provided)
        self.provided = {file.stem for file in files if file.suffix == ".py"}
        self.types = Path(assignment.types).stem
        for file in assignment.files:
            if (stem := Path(file).stem) in self.interface:
                path = assignment.starter / file
                self.modules[stem] = StandInModule(self.interface[stem], path, self)

    @property
    def is_running(self) -> bool:
        return self.current is not None

    def caller(self, what: str) -> Any:
        """Return the caller of the test that runs, which asks for `what`.

        Raises:
            AssignmentError: none does: tests are collected.
        """
        if self.current is None:
            refuse_at_collection(what)
        return self.current()

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Let tests import the stand-ins, and make objects of provided classes in the worker."""
        before = {name: sys.modules.get(name) for name in self.modules}
        sys.modules.update(self.modules)
        for name in self.provided - {self.types}:
            for each in self.interface[name].classes if name in self.interface else ():
                kind = self.class_of(name, each)
                if isinstance(kind, StandInClass):
                    setattr(importlib.import_module(name), each, kind)
        try:
            yield
        finally:
            for name, module in before.items():
                if module is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = module

    def class_of(self, module: str, name: str) -> Any:
        """Return the stand-in of a class; of an exception class, a real one."""
        if (module, name) not in self.classes:
            self.classes[module, name] = self._made(module, name)
        return self.classes[module, name]

    def known_class(self, module: str, name: str) -> Any:
        """Return the stand-in of a class that an object of the worker is said to be of, or None."""
        interface = self.interface.get(module)
        return self.class_of(module, name) if interface and name in interface.classes else None

    def _made(self, module: str, name: str) -> Any:
        interface = self.interface[module].classes[name]
        bases = [
            self._own_base(module, base) or found
            for base, found in zip(
                interface.bases, library_bases(self.interface[module], interface), strict=True
            )
        ]
        kinds = [base for base in bases if isinstance(base, type)]
        if any(issubclass(kind, BaseException) for kind in kinds):
            if module in self.provided:
                kind = getattr(importlib.import_module(module), name)
            else:
                kind = make_exception_class(module, name, [k for k in kinds if k is not object])
            self.exceptions[name] = kind
            return kind
        bases = [base for base in bases if base is not object]
        return make_class(
            self.interface[module], interface, bases, lambda: self.caller(f"{name}()")
        )

    def _own_base(self, module: str, base: str) -> Any:
        interface = self.interface[module]
        if base in interface.classes:
            return self.class_of(module, base)
        place, name = interface.imported.get(base, ("", ""))
        if not name and "." in base:
            prefix, _, name = base.rpartition(".")
            place = interface.imported.get(prefix, ("", ""))[0]
        found = self.interface.get(place)
        return self.class_of(place, name) if found and name in found.classes else None

    def imported(self, module: StandInModule, name: str) -> Any:
        """Return what a module imports from another of the student's or a provided one, if so."""
        place, original = module._interface.imported[name]
        if place in self.modules:
            return getattr(self.modules[place], original) if original else self.modules[place]
        if place in self.provided:
            found = importlib.import_module(place)
            return getattr(found, original, None) if original else found
        return None

    def load_exceptions(self) -> dict[str, type[BaseException]]:
        """Return all exception classes of the student's and the provided files, by name."""
        for module, interface in self.interface.items():
            for name in interface.classes:
                self.class_of(module, name)
        return self.exceptions

    def forget(self) -> None:
        """Forget what a test has set in the modules: the next one has another worker."""
        for module in self.modules.values():
            module._set.clear()
