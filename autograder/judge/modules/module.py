"""Stand-ins for the student's modules, so that tests import from them as from any module.

`sys.modules["hw"]` is a module whose names forward to the worker of the test that runs.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import sys
from collections import namedtuple
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cached_property, partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

import pytest

from autograder.assignment import Assignment
from autograder.judge.failure import Failure
from autograder.judge.modules.exceptions import text_of_own
from autograder.judge.modules.handles import Function, StandInClass, make_class, refuse
from autograder.judge.modules.interface import ModuleInterface, read_interface
from autograder.sandbox.operations import SPECIAL_METHODS
from autograder.sandbox.values import ATOMS, KINDS, types_of

_NOT_FORWARDED = (
    *("__repr__", "__str__", "__hash__", "__bool__", "__format__", "__copy__"),
    *("__call__", "__next__"),  # A call would take it for a function or an iterator of the test's.
)


_NAMED_TUPLE = namedtuple("_NAMED_TUPLE", ())
"""Its attributes are those of each; what makes named tuples is a function."""


class Constant:
    """A constant while tests are collected. A test finds its value instead, if there is one.

    `_value` returns that in the worker of the test that runs; it raises a `Failure` if the
    submission does not define it, and an AssignmentError if no test runs.
    """

    __test__ = False

    def __init__(self, name: str, value: Callable[[], Any]) -> None:
        self._name, self._value = name, value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{self._name} has no value while the tests are collected")
        return getattr(self._value(), name)

    def __repr__(self) -> str:
        return self._name


for _name, (_, _apply) in SPECIAL_METHODS.items():
    if _name not in _NOT_FORWARDED:
        setattr(Constant, _name, lambda own, *more, _apply=_apply: _apply(own._value(), *more))


class StandInModule(ModuleType):
    """A module of the student's. What a test sets in it is set in the worker, until it ends."""

    _interface: ModuleInterface
    _stand_ins: StandIns
    _functions: dict[str, Function]

    def __init__(self, interface: ModuleInterface, file: Path, stand_ins: StandIns) -> None:
        super().__init__(interface.name)
        vars(self).update(_interface=interface, _stand_ins=stand_ins, _functions={})
        vars(self).update(__all__=interface.public_names, __file__=str(file))

    def __getattr__(self, name: str) -> Any:
        interface, stand_ins = self._interface, self._stand_ins
        if name in self._set:
            if not self._set[name]:
                raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
            value = self._set[name][-1]  # The code may have replaced plain data.
            return self._value(name) if type(value) in (*ATOMS, *KINDS) else value
        if name in interface.classes or name in interface.functions:
            if stand_ins.is_running:
                self._caller(name).require_name(self.__name__, name)
            if name in interface.classes:
                return stand_ins.class_of(self.__name__, name)
            called = partial(stand_ins.caller, f"{name}()")
            return self._functions.setdefault(name, Function(self, name, called))
        if name in interface.imported and (found := stand_ins.imported(self, name)):
            return found
        if name in interface.constants or name in interface.imported:
            return (
                self._value(name)
                if stand_ins.is_running
                else Constant(name, partial(self._value, name))
            )
        if interface.complete and not (stand_ins.is_running or name.startswith("__")):
            similar = difflib.get_close_matches(name, interface.names, 1)
            refuse(f"the reference does not define {name}{f'; {similar[0]}?' if similar else ''}")
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    @property
    def __doc__(self) -> Any:  # type: ignore[override] # The student's, not the one above.
        return self._value("__doc__") if self._stand_ins.is_running else None

    def __dir__(self) -> list[str]:
        """The names that the submission's module has, while a test runs."""
        if not self._stand_ins.is_running:
            return self._interface.names
        return cast(list[str], self._caller("__dir__").names_of(self.__name__))

    @property
    def _set(self) -> dict[str, list[object]]:
        current = self._stand_ins.current
        return current().replaced[self.__name__] if current else {}

    def _caller(self, name: str) -> Any:
        return self._stand_ins.caller(f"{self.__name__}.{name}")

    def _value(self, name: str) -> Any:
        return self._caller(name).use("get", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("__"):
            return super().__setattr__(name, value)
        caller = self._caller(name)
        caller.use("set", self, name, value)
        self._set.setdefault(name, []).append(value)
        return None

    def __delattr__(self, name: str) -> None:
        """Delete a name, or undo what has set it last: `monkeypatch` takes it for new."""
        self._caller(name).use("delete", self, name)
        replaced = self._set
        if values := replaced.pop(name, []):
            replaced |= {name: values[:-1]} if values[1:] else {}
        else:
            replaced[name] = []


StandInModule.__name__ = "module"  # As Python's messages call it.


class StandIns:
    """All stand-ins of an assignment. `current` is the caller of the test that runs, if one does.

    `exceptions` are the exception classes of the student's, by name.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.current: Callable[[], Any] | None = None
        self.stdin, self.stdout, self.argv = sys.stdin, sys.stdout, list(sys.argv)
        """What tests may replace, as it is without them."""
        self.interface = read_interface(assignment)
        self.classes: dict[tuple[str, str], Any] = {}
        self.exceptions: dict[str, type[BaseException]] = {}
        self.modules: dict[str, StandInModule] = {}
        self.imported_first: set[str] = set()
        """The modules that have been imported while tests were collected."""
        files = (Path(file) for file in assignment.provided)
        self.provided = {file.stem for file in files if file.suffix == ".py"}
        self.types = Path(assignment.types).stem
        for file in assignment.files:
            if (stem := Path(file).stem) in self.interface:
                path = assignment.starter / file
                self.modules[stem] = StandInModule(self.interface[stem], path, self)

    @cached_property
    def type_names(self) -> set[str]:
        """The names of what the provided types have."""
        kinds = types_of(self.types) if self.types in self.provided else []
        return {name for kind in kinds for name in dir(kind)}

    @property
    def is_running(self) -> bool:
        return self.current is not None

    def caller(self, what: str) -> Any:
        """Return the caller of the test that runs, which asks for `what`.

        Raises:
            AssignmentError: none does: tests are collected.
        """
        if self.current is None:
            refuse(f"{what} is used while the tests are collected: do that in a test or a fixture")
        return self.current()

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: object = None
    ) -> ModuleSpec | None:
        """Find a module of the student's, as the first finder on `sys.meta_path`."""
        return ModuleSpec(name, cast(Any, self)) if name in self.modules else None

    def create_module(self, spec: ModuleSpec) -> StandInModule:
        return self.modules[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """Run the file if a test imports or reloads it that no file of tests has imported."""
        if self.is_running:
            self.caller(f"{module.__name__}.py").load(module.__name__)
        else:
            self.imported_first.add(module.__name__)

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Let tests import the stand-ins, and make objects of provided classes in the worker."""
        before = {name: sys.modules.pop(name, None) for name in self.modules}
        sys.meta_path.insert(0, cast(Any, self))
        for name in self.provided - {self.types}:
            for each in self.interface[name].classes if name in self.interface else ():
                kind = self.class_of(name, each)
                if isinstance(kind, StandInClass):
                    setattr(importlib.import_module(name), each, kind)
        try:
            yield
        finally:
            sys.meta_path.remove(cast(Any, self))
            for name, module in before.items():
                if module is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = module

    @cached_property
    def class_names(self) -> list[tuple[str, str]]:
        """The modules and names of all classes that tests know."""
        every = self.interface.items()
        return sorted((module, name) for module, each in every for name in each.classes)

    def class_of(self, module: str, name: str) -> Any:
        """Return the stand-in of a class, of an exception class a real one; None if unknown."""
        interface = self.interface.get(module)
        if interface is None or name not in interface.classes:
            return None
        if (module, name) not in self.classes:
            self.classes[module, name] = self._made(interface, name)
        return self.classes[module, name]

    def _made(self, module: ModuleInterface, name: str) -> Any:
        interface = module.classes[name]
        bases = [self._base(module, base) for base in interface.bases]
        kinds = [base for base in bases if isinstance(base, type) and base is not object]
        if not any(issubclass(kind, BaseException) for kind in kinds):
            return make_class(module.name, interface, bases, partial(self.caller, f"{name}()"))
        if module.name in self.provided:
            kind = getattr(importlib.import_module(module.name), name)
        else:
            namespace = {"__module__": module.name, "__str__": text_of_own}
            kind = type(name, tuple(kinds), namespace)
        self.exceptions[name] = kind
        return kind

    def _base(self, module: ModuleInterface, base: str) -> Any:
        """Return the class of the student's or of Python's that a base stands for, or None."""
        prefix, _, name = base.rpartition(".")
        if prefix:
            place = module.imported.get(prefix, (prefix, ""))[0]
        elif name in module.classes:
            place = module.name
        else:
            place, name = module.imported.get(name, ("builtins", name))
        if own := self.class_of(place, name):
            return own
        if place.partition(".")[0] not in sys.stdlib_module_names:
            return None
        found = getattr(importlib.import_module(place), name or " ", None)
        return _NAMED_TUPLE if found in (NamedTuple, namedtuple) else found

    def functions(self, module: str) -> dict[str, list[str]]:
        """Return the parameters of a module's functions and methods, as far as it is known."""
        return self.interface[module].functions if module in self.interface else {}

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

    def exception_class(self, module: str, name: str) -> type[BaseException] | None:
        """Return an exception class of this module, or else of any of these files."""
        exact = self.class_of(module, name)
        return exact or self.load_exceptions().get(name)

    def begin_test(self, current: Callable[[], Any]) -> None:
        self.current, self.stdout = current, sys.stdout
        for name in self.modules.keys() - self.imported_first:
            sys.modules.pop(name, None)

    def end_test(self) -> None:
        self.current = None


class Constants:
    """The places where files of tests, and what they import, keep constants while collected."""

    def __init__(self, tests: Container[Path]) -> None:
        self.tests = tests
        self.places: list[tuple[Path, dict[str, Any], str, Constant]] | None = None

    def set_for(self, item: pytest.Item) -> Iterator[str]:
        """Put the values that the submission has into the names that a test may use; yield these.

        They are those of its own file, and of files that are no tests. One that the submission does
        not define is left as it is: using it fails the test.
        """
        if self.places is None:
            self.places = [*self.found_below(item.path.parents[1])]
        for path, place, name, constant in self.places:
            if path == item.path or path not in self.tests:
                with contextlib.suppress(Failure):
                    place[name] = constant._value()
                    yield name
        parameters = getattr(getattr(item, "callspec", None), "params", {})
        for name, value in parameters.items():
            if isinstance(value, Constant):
                parameters[name] = value._value()

    def found_below(self, folder: Path) -> Iterator[tuple[Path, dict[str, Any], str, Constant]]:
        for module in list(sys.modules.values()):
            path = Path(getattr(module, "__file__", None) or "")
            if path.is_relative_to(folder):
                for name, value in vars(module).items():
                    if isinstance(value, Constant):
                        yield path, vars(module), name, value

    def put_back(self) -> None:
        """Replace values by the constants again: the next test has another worker."""
        for _, place, name, constant in self.places or ():
            place[name] = constant
