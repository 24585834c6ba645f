"""An assignment's own way to show values of its types: the function `draw` of its `types` file.

A submission chooses the values. So `draw` gets a copy, and the time that an explanation may take;
whatever it does, nothing but the text of a message depends on it.
"""

from __future__ import annotations

import copy
import importlib
from collections.abc import Callable
from typing import Any

from autograder.sandbox.values import types_of

_drawings: dict[type, Callable[[Any], object]] = {}
"""For each type of the assignment being graded, the function that draws its values."""


def use_drawings(module: str) -> None:
    """From now on, draw values of a module's types with its function `draw`, if it has one."""
    draw = getattr(importlib.import_module(module), "draw", None) if module else None
    _drawings.clear()
    if callable(draw):
        _drawings.update(dict.fromkeys(types_of(module), draw))


def has_drawing(value: object) -> bool:
    return type(value) in _drawings


def drawn(value: object) -> str:
    """Return a drawing; empty if there is none, or it cannot be made."""
    if not has_drawing(value):
        return ""
    try:
        text = _drawings[type(value)](copy.deepcopy(value))
    except (Exception, SystemExit):  # A mistake in `draw` costs no marks.
        return ""
    return text if type(text) is str else ""
