"""Objects that stay in the worker: the judge has their numbers, and asks for operations on them."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from autograder.sandbox.operations import (
    ABSENT,
    CONTAINERS,
    OF_EVERY_OBJECT,
    SPECIAL_METHODS,
    get_attribute,
)
from autograder.sandbox.values import (
    ATOMS,
    MAX_CLASSES,
    MAX_REPR,
    PLAIN_TYPES,
    MalformedError,
    Remote,
    Tree,
    keep_library,
    short_repr,
    type_name,
)

FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType, staticmethod)
LIBRARY_BASES = ("builtins.", "collections.", "enum.")
ITERATORS_OF = ("builtins", "itertools")
"""The modules of Python's own iterators, such as generators and what `map` returns."""
MAX_NAMES = 100_000
_FORWARDED = SPECIAL_METHODS.keys() - {*OF_EVERY_OBJECT}
_DECIDING = _FORWARDED | {"__missing__", "__getattribute__"}
_BOUND = (classmethod, staticmethod)
_DEFAULT_REPR: Any = object.__repr__
CallBack = Callable[..., Any]


class KeptObjects(Remote):
    """The objects of one worker: those of classes in its own modules, functions and iterators.

    `call_back` asks the judge to call a function of the test's.
    """

    def __init__(self, own: Iterable[str], call_back: CallBack) -> None:
        self.own = {*own, "__main__"}
        self.known: tuple[tuple[str, str], ...] = ()
        """The modules and names of the own classes that tests know."""
        self.call_back = call_back
        self.kept: list[Any] = []
        self.numbers: dict[int, int] = {}
        self.callbacks: dict[int, Any] = {}
        self.raised: list[tuple[BaseException, int]] = []
        """What the test's functions have raised, with the judge's numbers."""
        self.exception_classes: dict[tuple[str, str], type[BaseException]] = {}
        self.originals: dict[tuple[int, str], Any] = {}
        """What names of modules and classes stood for before the test set or deleted them."""
        self.replaced: dict[tuple[int, str], list[Any]] = defaultdict(list)
        """What they stood for each time that the test set them."""

    def keep(
        self, value: object, text: str = "", tag: str = "object", *, is_key: bool = False
    ) -> Tree:
        """Keep an object, once, and return its description; of a key, with its hash."""
        number = self.numbers.setdefault(id(value), len(self.kept))
        if number == len(self.kept):
            self.kept.append(value)
        about = number, text, self.classes(value), special_methods_of(type(value))
        hashed = None
        if is_key:
            with contextlib.suppress(Exception):  # It may have changed since it became a key.
                hashed = hash(value)
        return {"$": tag, "t": type_name(type(value)), "v": [*about, hashed]}

    def classes(self, value: Any) -> list[list[str]]:
        """Return the own classes of an object; of a class, itself."""
        kind = value if issubclass(type(value), type) else type(value)
        own = [each for each in type.mro(kind)[:-1] if _module_of(each) in self.own]
        return [[_module_of(each), type_name(each)] for each in own[:MAX_CLASSES]]

    def names_in(self, module: ModuleType) -> str:
        """Return the names that a module has, each in a line; a class with its methods.

        If there are very many, return nothing.
        """
        lines = []
        for name, value in list(getattr(module, "__dict__", {}).items()):
            attributes: list[str] = []
            if isinstance(value, type) and _module_of(value) in self.own:
                every = dict(_attributes(value, lambda _: True))
                attributes = [k for k, v in every.items() if callable(v) or type(v) in _BOUND]
            lines.append(" ".join((str(name), *attributes)))
        text = "\n".join(lines)
        return text if len(text) < MAX_NAMES else ""

    def properties(self, value: object) -> dict[str, Any]:
        """Return the properties, and the plain attributes, that own classes give an object."""
        attributes = _attributes(type(value), lambda kind: _module_of(kind) in self.own)
        names = {
            name
            for name, each in attributes
            if not (name.startswith("__") or callable(each) or isinstance(each, classmethod))
        }
        return {name: getattr(value, name) for name in names}

    def plain(self, value: Any) -> Any:
        own = self.classes(value)
        is_known = any((module, name) in self.known for module, name in own)
        return None if is_known or not own else content(value)

    def describe(self, value: Any, is_key: bool) -> Tree:
        kind = type(value)  # Not `isinstance`, which asks for `__class__`.
        if issubclass(kind, BaseException):
            return self.describe_exception(value)
        if kind in FUNCTIONS or kind in (_File, _Callable):
            for number, known in self.callbacks.items():
                if known is value:
                    return {"$": "callback", "v": number}
            return self.keep(value, f"<function {getattr(value, '__name__', '')}>")
        module = _module_of(kind)
        if module in ITERATORS_OF and hasattr(kind, "__next__"):
            return self.keep(value, short_repr(value), "iterator")
        if issubclass(kind, type):
            name = type_name(value)
            if PLAIN_TYPES.get(name) is value:
                return {"$": "type", "v": name}
            return self.keep(value, name, "class")
        text = _shown(value) if module in self.own else short_repr(value)
        return self.keep(value, text, is_key=is_key)

    def number_of(self, error: BaseException) -> int | None:
        """Return the judge's number of an exception that a function of the test's has raised."""
        return next((number for known, number in self.raised if known is error), None)

    def describe_exception(self, error: BaseException) -> Tree:
        if (number := self.number_of(error)) is not None:
            return {"$": "raised", "v": number}
        kinds = (type_name(kind) for kind in type.mro(type(error)))
        base = next((name for name in kinds if hasattr(builtins, name)), "Exception")
        values = list(error.args) if all(map(_is_short, error.args)) else [short_repr(error)]
        attributes, text = {}, ""
        with contextlib.suppress(Exception):  # What its class defines may raise.
            text = str(error)[:MAX_REPR]
            every = {**vars(error), **self.properties(error)}
            attributes = {name: each for name, each in every.items() if _is_short(each)}
        about = [_module_of(type(error)), type_name(type(error)), base]
        return {"$": "exception", "v": about, "t": [values, attributes, text]}

    def resolve(self, tag: str, body: Any, name: Any) -> Any:
        if tag == "callback":
            return self.callback(body, name)
        if tag == "exception":
            module, kind, base = body
            return self.exception(module, kind, base, name)
        if tag != "ref":
            raise MalformedError("an object of the judge")
        if type(name) is dict:  # A method, after its owner.
            return get_attribute(self.resolve("ref", name["v"], name.get("t")), body)
        if type(body) is int:
            return self.kept[body]
        if name in self.own:
            place = sys.modules.get(name) or importlib.import_module(name)  # Finding takes longer.
            *outer, body = body.split(".")
            for each in outer:
                place = get_attribute(place, each)
            before = self.originals.get((id(place), body), ABSENT)
            if before is not ABSENT:
                return before
            return get_attribute(place, body) if body else place
        place, _, last = body.rpartition(".")
        return get_attribute(importlib.import_module(place), last)

    def callback(self, number: int, about: tuple[str, str | None, str]) -> Any:
        """Return what calls a function of the test's: the same each time, with its name and doc.

        It is a function or, for another callable, an object whose attributes are asked for; for an
        iterator of the test's, one that asks for its values; for a file, a copy of its text.
        """
        (name, doc, kind), call_back = about, self.call_back
        if known := self.callbacks.get(number):
            if kind == "file" and doc:  # The rest of it; the test may have written or rewound it.
                io.StringIO.__init__(known, doc)
            return known

        def function(*values: object, **keywords: object) -> Any:
            return call_back(number, values, keywords)

        function.__name__, function.__qualname__, function.__doc__ = name, name, doc
        made: Any = function
        if kind == "iterator":
            made = (value for [value] in iter(function, []))
        elif kind == "file":
            made = _File(doc or "", function)
        elif kind == "callable":
            made = _Callable(function, lambda name: call_back(number, (), {}, name))
        self.callbacks[number] = made
        return made

    def exception(self, module: str, name: str, base: str, values: list[Any] | None) -> Any:
        """Make an exception of the test's or, without arguments, return its class: one like it."""
        kind = getattr(sys.modules.get(module), name, None)
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            like_it = type(name, (getattr(builtins, base),), {})
            kind = self.exception_classes.setdefault((module, name), like_it)
        if values is None:
            return kind
        made = kind.__new__(kind)
        made.args = tuple(values)
        if isinstance(made, SystemExit):  # Its constructor would set it.
            made.code = values[0] if values else None
        return made

    def set_attribute(self, thing: Any, name: str, value: Any) -> None:
        """Set an attribute; keep what a name of a module or a class stood for."""
        if isinstance(thing, (ModuleType, type)):
            keep_library(getattr(thing, "__name__", ""))
            self.replaced[id(thing), name].append(self.original(thing, name))
        setattr(thing, name, value)

    def delete_attribute(self, thing: Any, name: str) -> None:
        """Delete an attribute; of a module or a class, undo what has set it last."""
        replaced = self.replaced[id(thing), name]
        before = replaced.pop() if replaced else ABSENT
        if before is ABSENT:
            self.original(thing, name)
            delattr(thing, name)
        else:
            setattr(thing, name, before)

    def original(self, thing: Any, name: str) -> Any:
        """Return what a name stands for; keep it if it is the first time that it changes."""
        now = getattr(thing, "__dict__", {}).get(name, ABSENT)
        self.originals.setdefault((id(thing), name), now)
        return now


def content(value: Any) -> Any:
    """Return what is in an object whose class only extends a container; None for any other.

    A named tuple's does, and any other that decides itself about none of Python's operators.
    """
    kinds = type.mro(type(value))
    place = next((i for i, kind in enumerate(kinds) if kind in CONTAINERS), 0)
    own = {name for kind in kinds[:place] for name in vars(kind)}
    return kinds[place](value) if place and own.isdisjoint(_DECIDING) else None


def special_methods_of(kind: type) -> str:
    """Return the names of a class's special methods, without those of every object.

    A class that takes one away, such as `__hash__`, has set it to None: this has a minus. A base
    of the library's, such as `list`, is named with its module.
    """
    found = dict(_attributes(kind, lambda _: True))
    bases = [f"{_module_of(each)}.{type_name(each)}" for each in type.mro(kind)[1:-1]]
    names = sorted(found.keys() & _FORWARDED)
    own = (f"{'-' * (found[name] is None)}{name}" for name in names)
    return " ".join([*own, *(base for base in bases if base.startswith(LIBRARY_BASES))])


def _attributes(kind: type, includes: Callable[[type], bool]) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of a class and its bases, the nearest last."""
    for each in reversed(type.mro(kind)[:-1]):
        if includes(each):
            yield from vars(each).items()


def _module_of(kind: type) -> str:
    module = getattr(kind, "__module__", "")
    return module if type(module) is str else ""


def _is_short(value: Any) -> bool:
    return type(value) in ATOMS and len(str(value)) < MAX_REPR


def _shown(value: object) -> str:
    """Return an object's `repr`, without what this prints; nothing if its class defines none."""
    if type(value).__repr__ is _DEFAULT_REPR:
        return ""
    with contextlib.redirect_stdout(io.StringIO()):
        return short_repr(value)


class _Callable:
    """A callable object or a class of the test's. It does not become a method of a class."""

    def __init__(self, call: Callable[..., Any], attribute: Callable[[str], Any]) -> None:
        self.__name__, self.__doc__ = call.__name__, call.__doc__
        self.__dict__.update(_call=call, _attribute=attribute)

    def __call__(self, /, *values: object, **keywords: object) -> Any:
        return self._call(*values, **keywords)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._attribute(name)


class _File(io.StringIO):
    """A text file of the test's, which gets what is written."""

    def __init__(self, text: str, write: Callable[[str], Any]) -> None:
        super().__init__(text)
        self.passed_on = write

    def write(self, text: str) -> int:
        self.passed_on(text)
        return len(text)
