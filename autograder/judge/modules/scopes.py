"""The callers of tests, and of fixtures that several tests share.

A fixture of a class, a module or a session, such as `setUpClass`, makes its calls in a worker of
its own, and the tests that can see the fixture use this worker, too: they get its objects. If the
worker ends, the next test that needs the fixture gets it anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from autograder.judge.invocation import Exchange
from autograder.judge.modules.caller import Caller


@dataclass
class Shared:
    """A caller whose worker the tests below a node share, and the fixtures that it was made for."""

    caller: Caller
    fixtures: dict[int, tuple[Any, Any]] = field(default_factory=dict)


class Scopes:
    """Finds the caller of the test, or of the fixture, that runs."""

    def __init__(self, make: Callable[[], Caller]) -> None:
        self.make = make
        self.own: Caller | None = None
        self.shared: dict[Any, Shared] = {}
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
        for node in reversed(item.listchain()):
            if node in self.shared:
                self._note(node)
                return self.shared[node].caller
        if self.setting_up:
            node = self.setting_up[1].node
            self.shared[node] = Shared(self.make())
            self._note(node)
            return self.shared[node].caller
        if self.own is None:
            self.own = self.make()
        return self.own

    def _note(self, node: Any) -> None:
        """Note that the fixture which is being set up needs the worker of a node."""
        if self.setting_up:
            self.shared[node].fixtures[id(self.setting_up[0])] = self.setting_up

    def end(self, fixturedef: Any) -> None:
        """End the worker that a fixture needed, if no other does."""
        for node, shared in list(self.shared.items()):
            if shared.fixtures.pop(id(fixturedef), None) and not shared.fixtures:
                self.shared.pop(node).caller.close()

    def begin_test(self, exchange: Exchange) -> None:
        """Let the requests of objects that fixtures have made count for the test."""
        for shared in self.shared.values():
            shared.caller.exchange = exchange

    def end_test(self) -> None:
        """End the test's own worker, and the fixtures whose worker has ended."""
        if self.own:
            self.own.close()
            self.own = None
        for node, shared in list(self.shared.items()):
            if shared.caller.has_ended:
                for fixturedef, request in list(shared.fixtures.values()):
                    with contextlib.suppress(Exception):  # It may use the worker.
                        fixturedef.finish(request)
                self.shared.pop(node, None)
