"""Constants of the student's that tests import by name: a test finds their values instead."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any

import pytest

from autograder.judge.failure import Failure
from autograder.sandbox.operations import SPECIAL_METHODS

_NOT_FORWARDED = (
    *("__repr__", "__str__", "__hash__", "__bool__", "__format__", "__copy__"),
    *("__call__", "__next__"),  # A call would take it for a function or an iterator of the test's.
)


class Constant:
    """A constant while tests are collected. A test finds its value instead, if there is one.

    `value` returns that in the worker of the test that runs; it raises a `Failure` if the
    submission does not define it, and an AssignmentError if no test runs.
    """

    __test__ = False
    value: Callable[[], Any]
    _name: str

    def __init__(self, name: str, value: Callable[[], Any]) -> None:
        vars(self).update(_name=name, value=value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{self._name} has no value while the tests are collected")
        return getattr(self.value(), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.value(), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.value(), name)

    def __repr__(self) -> str:
        return self._name


def _forwarded(apply: Callable[..., Any]) -> Callable[..., Any]:
    return lambda constant, *operands: apply(constant.value(), *operands)


for _name, (_, _apply) in SPECIAL_METHODS.items():
    if _name not in _NOT_FORWARDED:
        setattr(Constant, _name, _forwarded(_apply))


class Constants:
    """The places where files of tests, and what they import, keep constants while collected."""

    def __init__(self) -> None:
        self.places: dict[str, list[tuple[dict[str, Any], str, Constant]]] = {}

    def set_for(self, item: pytest.Item) -> None:
        """Put the values that the submission has into the names that a test may use.

        One that it does not define is left as it is: using it fails the test.
        """
        key = str(item.path)
        if key not in self.places:
            module = item.getparent(pytest.Module)
            folder, own = str(item.path.parents[1]), vars(module.obj) if module else {}
            found = [own] + [
                vars(each)
                for each in list(sys.modules.values())
                if str(getattr(each, "__file__", None)).startswith(folder) and vars(each) is not own
            ]
            self.places[key] = [
                (place, name, value)
                for place in found
                for name, value in place.items()
                if isinstance(value, Constant)
            ]
        for place, name, constant in self.places[key]:
            place[name] = constant
            with contextlib.suppress(Failure):
                place[name] = constant.value()
        parameters = getattr(getattr(item, "callspec", None), "params", {})
        for name, value in parameters.items():
            if isinstance(value, Constant):
                parameters[name] = value.value()

    def forget(self, item: pytest.Item) -> None:
        """Put the constants back: the next test has another worker."""
        for place, name, constant in self.places.get(str(item.path), ()):
            place[name] = constant
