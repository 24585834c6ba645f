"""Reading objects of untrusted classes, with as little of their code run as possible."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

MAX_REPR = 300


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


def make(kind: type[Any], values: Sequence[object]) -> Any:
    """Make an instance of a dataclass or a named tuple from the values of all its fields."""
    if not is_dataclass(kind):
        return kind._make(values)
    pairs = list(zip(fields(kind), values, strict=True))
    made = kind(**{field.name: value for field, value in pairs if field.init})
    for field, value in pairs:
        if not field.init:
            object.__setattr__(made, field.name, value)
    return made


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


def field_value(value: object, name: str) -> object:
    """Read a field without calling the class's `__getattribute__`; None if it was deleted."""
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return None
