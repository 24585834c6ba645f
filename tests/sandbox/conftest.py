"""Workers on each backend, and how tests call them."""

from __future__ import annotations

import contextlib
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox.backend import Backend
from autograder.sandbox.client import Worker
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.spawn import SpawnBackend
from autograder.sandbox.values import Parts
from autograder.sandbox.zygote import Jail, shared_zygote

Load = Callable[[str], Worker]


@pytest.fixture(autouse=True, scope="session")
def zygote() -> None:
    """Start the zygote before any test counts processes."""
    shared_zygote()


@pytest.fixture(params=[Jail, SpawnBackend], ids=["jail", "spawn"])
def backend(request: pytest.FixtureRequest) -> type[Backend]:
    kind: type[Backend] = request.param
    return kind


@pytest.fixture
def open_sandbox(backend: Any, tmp_path: Path) -> Callable[[], Sandbox]:
    """A function that opens a sandbox for the files in the test's folder."""
    return lambda: Sandbox(tmp_path, required=backend is Jail, backend=backend)


@pytest.fixture
def load(tmp_path: Path, open_sandbox: Callable[[], Sandbox]) -> Iterator[Load]:
    """A function that returns a worker which has loaded `source` as own.py."""
    with contextlib.ExitStack() as opened:

        def start(source: str) -> Worker:
            (tmp_path / "own.py").write_text(textwrap.dedent(source), encoding="utf-8")
            worker = opened.enter_context(open_sandbox()).worker("own", 1)
            opened.callback(worker.close)
            assert worker.load().kind is ResponseKind.VALUE
            return worker

        yield start


def call(
    worker: Worker, function: str, arguments: Sequence[object], seconds: float, **options: Any
) -> Response:
    """Call a function of the loaded module; see `Worker.apply` for the options."""
    target = {"$": "ref", "v": function, "t": worker.module}
    return worker.apply("call", target, arguments, Parts(), seconds, **options)


def ask(worker: Worker, *arguments: object, stdin: str = "") -> Response:
    return call(worker, "f", arguments, 1, stdin=stdin)
