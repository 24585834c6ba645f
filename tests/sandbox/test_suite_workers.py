"""Workers that run a student's own tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.judge.importable import libraries
from autograder.sandbox.client import Worker
from autograder.sandbox.messages import Request, ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.zygote import Jail

SUITE = (
    "import pytest\nfrom own import double\n\n"
    "def test_right(): assert double(1) == 2\n"
    "def test_wrong():\n    assert double([1]) == [1, 2]\n"
    "@pytest.mark.parametrize('n', [1, 2])\ndef test_two(n, tmp_path): assert n == 1\n"
    "def test_helper(): check(3)\ndef check(n):\n    assert n == 4, 'no four'\n"
    "def test_fixture(no_such): pass\n"
    "def test_failed(): pytest.fail('given up')\n"
)
RESULTS = [
    ["test_right", "", 0],
    ["test_wrong", "assert [1, 1] == [1, 2]", 6],
    ["test_two[1]", "", 0],
    ["test_two[2]", "assert 2 == 1", 8],
    ["test_helper", "AssertionError: no four", 11],
    ["test_failed", "Failed: given up", 13],
]


@pytest.fixture
def open_box(backend: Any, tmp_path: Path) -> Callable[..., Sandbox]:
    """A function that opens a sandbox for files with these sources; the suite is tests.py."""

    def opened(**sources: str) -> Sandbox:
        files = {"own": "def double(n): return n + n\n", "tests": SUITE, **sources}
        for name, source in files.items():
            (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        confined = backend is Jail
        return Sandbox(tmp_path, libraries=libraries(), required=confined, backend=backend)

    return opened


def results(worker: Worker) -> Any:
    asked = {"file": "tests.py", "libraries": libraries(), "most_failures": 0}
    response = worker.ask(Request.of("run_tests", 20, replacements=[], **asked))
    assert response.kind is ResponseKind.VALUE
    return response.value


def test_results(open_box: Callable[..., Sandbox]) -> None:
    with open_box() as sandbox:
        found = results(sandbox.suite_worker())
        assert [test for test in found["tests"] if test[0] != "test_fixture"] == RESULTS
        assert found["broken"] == []
        names = [name for name, _, _ in found["tests"]]
        assert names.index("test_fixture") == names.index("test_helper") + 1
