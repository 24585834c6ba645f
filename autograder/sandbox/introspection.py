"""Reading objects of untrusted classes, with as little of their code run as possible."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, cast

MAX_REPR = 300
_get = object.__getattribute__


def types_of(module: str) -> list[type]:
    """Return the dataclasses, named tuples and enums that a module defines itself; none for ""."""
    if not module:
        return []
    values = vars(importlib.import_module(module)).values()
    kinds = [kind for kind in values if isinstance(kind, type) and kind.__module__ == module]
    return [k for k in kinds if is_dataclass(k) or is_named_tuple(k) or issubclass(k, Enum)]


def is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and type(getattr(kind, "_fields", None)) is tuple


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a dataclass or a named tuple."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    names: tuple[str, ...] = kind._fields
    return names


def maker(kind: type[Any]) -> Callable[[Sequence[object]], Any]:
    """Return a function that makes a dataclass or a named tuple of the values of all its fields."""
    if not is_dataclass(kind):
        return cast("Callable[[Sequence[object]], Any]", kind._make)
    names = field_names(kind)
    later = [field.name for field in fields(kind) if not field.init]

    def make(values: Sequence[object]) -> Any:
        named = dict(zip(names, values, strict=True))
        set_later = {name: named.pop(name) for name in later}
        made = kind(**named)
        for name, value in set_later.items():
            object.__setattr__(made, name, value)
        return made

    def make_at_once(values: Sequence[object]) -> Any:
        return kind(**dict(zip(names, values, strict=True)))

    return make if later else make_at_once


def type_name(kind: type) -> str:
    """Return a class's name without calling its metaclass."""
    name = type.__dict__["__qualname__"].__get__(kind)
    return str.__str__(name)[:MAX_REPR]


def short_repr(value: object) -> str:
    """Return `repr(value)`, shortened; a submission's own `__repr__` may raise."""
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type_name(type(value))} object, whose repr raised {type_name(type(error))}>"
    return text[:MAX_REPR]


def field_values(value: object, names: Iterable[str]) -> list[object]:
    """Read fields without calling the class's `__getattribute__`; None for one that was deleted."""
    try:
        return [_get(value, name) for name in names]
    except AttributeError:
        return [field_value(value, name) for name in names]


def field_value(value: object, name: str) -> object:
    """Read a field without calling the class's `__getattribute__`; None if it was deleted."""
    try:
        return _get(value, name)
    except AttributeError:
        return None
