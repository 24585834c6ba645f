"""An assignment's own way to show values of its types: the function `draw` of its `types` file.

A submission chooses the values. So `draw` gets a copy of those that are small, and a limited number
of steps; whatever it does, nothing but the text of a message depends on it.
"""

from __future__ import annotations

import copy
import importlib
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import FrameType
from typing import Any

from autograder.sandbox.values import types_of

MAX_STEPS = 100_000
MAX_DRAWN_PARTS = 5000
MAX_DRAWN_NUMBER = 10_000
MAX_DRAWN_TEXT = 200
_PLAIN = (type(None), bool, float, complex)
_CONTAINERS = (list, tuple, set, frozenset, deque)

_drawings: dict[type, Callable[[Any], object]] = {}
"""For each type of the assignment being graded, the function that draws its values."""


class TooManyStepsError(BaseException):
    """A drawing does not end. Not an Exception, so that `draw` does not catch it by accident."""


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
    if not has_drawing(value) or not _is_drawable(value):
        return ""
    try:
        text = _in_steps(_drawings[type(value)], copy.deepcopy(value))
    except (Exception, SystemExit, TooManyStepsError):  # A mistake in `draw` costs no marks.
        return ""
    return text if type(text) is str else ""


def _in_steps(draw: Callable[[Any], object], value: object) -> object:
    """Call a function that may run a limited number of lines.

    Raises:
        TooManyStepsError: it does not end within them.
    """
    steps = 0

    def count(_frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal steps
        steps += 1
        if steps > MAX_STEPS:
            raise TooManyStepsError
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return draw(value)
    finally:
        sys.settrace(before)


def _is_drawable(value: object) -> bool:
    """Does a value consist of few and small parts, none of which is in the worker?"""
    waiting: list[Any] = [value]
    parts = 0
    while waiting:
        one = waiting.pop()
        parts += 1
        kind = type(one)
        inside: list[object] = []
        if kind is str or kind is bytes:
            if len(one) > MAX_DRAWN_TEXT:
                return False
        elif kind is int:
            if abs(one) > MAX_DRAWN_NUMBER:
                return False
        elif kind is dict:
            inside = [*one, *one.values()]
        elif kind in _CONTAINERS or (has_drawing(one) and isinstance(one, tuple)):
            inside = list(one)
        elif has_drawing(one) and is_dataclass(one):
            inside = [getattr(one, field.name) for field in fields(one)]
        elif kind not in _PLAIN and not isinstance(one, Enum):
            return False
        parts += len(inside)
        if parts > MAX_DRAWN_PARTS:
            return False
        waiting += inside
    return True
