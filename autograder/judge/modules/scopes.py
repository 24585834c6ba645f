"""The callers of tests, and of fixtures that several tests share.

A fixture of a class, a module or a session, such as `setUpClass`, makes its calls in a worker of
its own, and the tests that can see the fixture use this worker, too: they get its objects. If the
worker ends, the next test that needs the fixture gets it anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from autograder.judge.calls import CallLog
from autograder.judge.modules.caller import Caller


class Scopes:
    """Finds the caller of the test, or of the fixture, that runs.

    The tests below a node of pytest's use the `shared` caller of the node, if it has one. `needed`
    are the fixtures for which it was made, and those that have used it since.
    """

    def __init__(self, make: Callable[[], Caller]) -> None:
        self.make = make
        self.own: Caller | None = None
        self.shared: dict[Any, Caller] = {}
        self.needed: dict[Any, dict[int, tuple[Any, Any]]] = {}
        self.setting_up: tuple[Any, Any] | None = None

    @contextlib.contextmanager
    def of(self, fixturedef: Any, request: Any) -> Iterator[None]:
        """Set up a fixture."""
        before = self.setting_up
        self.setting_up = None if fixturedef.scope == "function" else (fixturedef, request)
        try:
            yield
        finally:
            self.setting_up = before

    def caller_for(self, item: pytest.Item) -> Caller:
        node = next((each for each in reversed(item.listchain()) if each in self.shared), None)
        if node is None and self.setting_up:
            node = self.setting_up[1].node
            self.shared[node], self.needed[node] = self.make(), {}
        if node is not None:
            if self.setting_up:
                self.needed[node][id(self.setting_up[0])] = self.setting_up
            return self.shared[node]
        self.own = self.own or self.make()
        return self.own

    def end(self, fixturedef: Any) -> None:
        """End the worker that a fixture needed, if no other does."""
        for node, fixtures in self.needed.items():
            if fixtures.pop(id(fixturedef), None) and not fixtures and node in self.shared:
                self.shared.pop(node).close()

    def begin_test(self, log: CallLog) -> None:
        """Let the requests of objects that fixtures have made count for the test."""
        for caller in self.shared.values():
            caller.log = log

    def end_test(self) -> None:
        """End the test's own worker, and the fixtures whose worker has ended."""
        if self.own:
            self.own.close()
            self.own = None
        for node in [node for node, caller in self.shared.items() if caller.has_ended]:
            for fixturedef, request in list(self.needed[node].values()):
                with contextlib.suppress(Exception):  # It may use the worker.
                    fixturedef.finish(request)
            self.shared.pop(node, None)
