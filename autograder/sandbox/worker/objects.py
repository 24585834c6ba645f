"""Objects that stay in the worker: the judge has their numbers, and asks for operations on them."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable, Collection, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from autograder.sandbox.decoder import MalformedError, Tree
from autograder.sandbox.introspection import short_repr, type_name

FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType)
ITERATORS_OF = ("builtins", "itertools")
"""The modules of Python's own iterators, such as generators and what `map` returns."""
_ABSENT = object()
_DEFAULT_REPR: Any = object.__repr__


class UnknownNameError(MalformedError):
    """A request names what no module defines; the message is the name."""


class KeptObjects:
    """The objects of one worker: those of classes in its own modules, functions and iterators."""

    def __init__(self, own: Collection[str], modules: Mapping[str, ModuleType]) -> None:
        self.own = {*own, "__main__"}
        self.modules = modules
        self.kept: list[Any] = []
        self.numbers: dict[int, int] = {}

    def keep(self, value: object, text: str = "", tag: str = "object") -> Tree:
        """Keep an object, once, and return its description."""
        number = self.numbers.setdefault(id(value), len(self.kept))
        if number == len(self.kept):
            self.kept.append(value)
        return {"$": tag, "t": type_name(type(value)), "v": [number, text]}

    def describe(self, value: Any) -> Tree | None:
        kind = type(value)
        if kind in FUNCTIONS:
            return self.keep(value, f"<function {getattr(value, '__name__', '')}>")
        module = getattr(kind, "__module__", "")
        if type(module) is not str:
            return None
        if module in ITERATORS_OF and hasattr(kind, "__next__"):
            return self.keep(value, short_repr(value), "iterator")
        if module not in self.own:
            return None
        return self.keep(value, "" if kind.__repr__ is _DEFAULT_REPR else short_repr(value))

    def resolve(self, tag: str, body: Any, name: Any) -> Any:
        if tag != "ref":
            raise MalformedError("an object of the judge")
        if type(body) is int:
            return self.kept[body]
        place, _, last = body.rpartition(".")
        module = importlib.import_module(place) if place else next(iter(self.modules.values()))
        return find(module, last, name)


def find(module: ModuleType, name: str, home: str | None) -> Any:
    """Return what a name stands for in a module, or else in the module `home`, if there is one.

    Raises:
        UnknownNameError: neither defines it.
    """
    found = getattr(module, name, _ABSENT)
    if found is _ABSENT and home:
        found = getattr(importlib.import_module(home), name, _ABSENT)
    if found is _ABSENT:
        raise UnknownNameError(name)
    return found


def attribute(value: object, name: str) -> object:
    """Return an attribute.

    Raises:
        UnknownNameError: there is none.
    """
    found = getattr(value, name, _ABSENT)
    if found is _ABSENT:
        raise UnknownNameError(name)
    return found


def next_value(iterator: Any) -> list[object]:
    """Return the next value of an iterator in a list, which is empty if there is none."""
    value = next(iterator, _ABSENT)
    return [] if value is _ABSENT else [value]


OBJECT_OPERATIONS: dict[str, Callable[..., object]] = {
    ".": attribute,
    "==": lambda one, other: bool(one == other),
    "!=": lambda one, other: bool(one != other),
    "<": lambda one, other: bool(one < other),
    "<=": lambda one, other: bool(one <= other),
    ">": lambda one, other: bool(one > other),
    ">=": lambda one, other: bool(one >= other),
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "unary -": operator.neg,
    "abs": abs,
    "[]": operator.getitem,
    "in": operator.contains,
    "list": list,
    "next": next_value,
    "bool": bool,
    "len": len,
    "str": str,
    "repr": repr,
    "value": lambda value: value,
}
