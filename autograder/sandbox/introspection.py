"""Reading objects of untrusted classes, with as little of their code run as possible."""

from __future__ import annotations

import importlib
from dataclasses import is_dataclass

MAX_REPR = 300


def dataclasses_of(module: str) -> list[type]:
    """Return the dataclasses that a module defines itself; none for an empty name."""
    if not module:
        return []
    values = vars(importlib.import_module(module)).values()
    return [k for k in values if isinstance(k, type) and is_dataclass(k) and k.__module__ == module]


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
