"""Reports the calls of some of the submission's functions to the judge, each when it has ended."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

from autograder.sandbox.messages import MAX_CALLS, MAX_CALLS_BYTES
from autograder.sandbox.values import Tree, type_name
from autograder.sandbox.worker.streams import OutputLimitError

TOO_LARGE = "a value that is too large"
MAX_DEPTH = 20
"""Calls inside so many are not reported: below them, endless recursion leaves no room for it."""


class CallRecorder:
    """Wraps the `watched` functions, by file, of each module that has been loaded.

    `encode` makes a tree of a value, `report` sends one and returns its size.
    """

    def __init__(
        self,
        watched: Mapping[str, Sequence[str]],
        encode: Callable[[object], Tree],
        report: Callable[[Tree], int],
    ) -> None:
        self.watched, self.encode, self.report = watched, encode, report
        self.depth = self.calls = self.bytes = 0

    def watch(self, file: str, module: ModuleType) -> None:
        for name in self.watched.get(file, ()):
            function = vars(module).get(name)
            if type(function) is FunctionType:
                setattr(module, name, self.recorded(name, function))

    def recorded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        names = function.__code__.co_varnames

        def place(name: str) -> int:
            return names.index(name) if name in names else len(names)

        @functools.wraps(function)
        def call(*values: object, **keywords: object) -> object:
            if self.is_full() or self.depth == MAX_DEPTH:
                return function(*values, **keywords)
            arguments = [*values, *(keywords[name] for name in sorted(keywords, key=place))]
            before = self.tree(arguments)
            result, raised = None, ""
            self.depth += 1
            try:
                result = function(*values, **keywords)
            except BaseException as error:
                raised = type(error).__name__
                if isinstance(error, OutputLimitError):  # The run is over, in no call of its own.
                    self.calls = MAX_CALLS
                raise
            finally:
                self.depth -= 1
                if not self.is_full():
                    self.calls += 1
                    changed = self.tree(arguments) != before
                    sent = self.tree(result)
                    if sent is None and result is not None:
                        sent = {"$": "foreign", "v": [type_name(type(result)), TOO_LARGE]}
                    about = [name, self.depth, before or [], sent, raised, changed]
                    self.bytes += self.report([about, {}])
            return result

        return call

    def is_full(self) -> bool:
        return self.calls >= MAX_CALLS or self.bytes >= MAX_CALLS_BYTES

    def tree(self, value: object) -> Tree:
        """Encode a value; what cannot be sent is left out."""
        try:
            return self.encode(value)
        except (ValueError, RecursionError):
            return None
