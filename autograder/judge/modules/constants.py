"""Constants of the student's that tests import by name: a test finds their values instead."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import pytest

from autograder.judge.failure import Failure
from autograder.judge.modules.module import Constant


class Constants:
    """The places where files of tests, and what they import, keep constants while collected."""

    def __init__(self) -> None:
        self.places: dict[str, list[tuple[dict[str, Any], str, Constant]]] = {}

    def set_for(self, item: pytest.Item) -> None:
        """Put the values that the submission has into the names that a test may use.

        One that it does not define is left as it is: using it fails the test.
        """
        module = item.getparent(pytest.Module)
        namespace = vars(module.obj) if module else {}
        key = str(item.path)
        if key not in self.places:
            self.places[key] = [
                (place, name, value)
                for place in _namespaces(namespace, str(item.path.parents[1]))
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


def _namespaces(namespace: dict[str, Any], folder: str) -> list[dict[str, Any]]:
    """Return a module's namespace, and those of the modules of the tests in a folder."""
    files = ((module, getattr(module, "__file__", None)) for module in list(sys.modules.values()))
    others = [vars(module) for module, file in files if str(file).startswith(folder)]
    return [namespace, *(each for each in others if each is not namespace)]
