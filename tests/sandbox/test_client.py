"""Requests to workers of both backends: results, limits, diagnostics, and forged responses."""

from __future__ import annotations

import pytest

from autograder.sandbox.backend import Backend
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.spawn import SpawnBackend
from tests.sandbox.conftest import Load, ask


def test_value_and_what_was_printed(load: Load) -> None:
    worker = load("""
        import sys
        def f(a, b):
            print("sum of", a)
            print("careful", file=sys.stderr)
            sys.stdout.buffer.write(b"bytes\\n")
            return {"sum": [a + b], (1, 2): None}
    """)
    response = ask(worker, 1, 2)
    assert response.value == {"sum": [3], (1, 2): None}
    assert response.printed == "sum of 1\nbytes\n"
    assert response.stderr == "careful\n"
    assert ask(worker, 2, 2).value["sum"] == [4]


def test_error_names_line_and_values(load: Load) -> None:
    worker = load("""\
        def f(items):
            total, name = 0, "x" * 99
            for item in items:
                total += inner(item)
            return total

        def inner(item):
            return 1 // item
    """)
    response = ask(worker, [2, 0])
    assert (response.kind, response.exceptions[0]) == (ResponseKind.RAISED, "ZeroDivisionError")
    outer, inner = response.stacks[0]
    assert (outer.file, outer.line, outer.function) == ("own.py", 4, "f")
    values = {"items": "[2, 0]", "total": "0", "name": "'" + "x" * 77 + "...", "item": "0"}
    assert outer.locals == values
    assert (inner.line, inner.locals) == (8, {"item": "0"})


ENDS = {
    "loop": ("while True: pass", ResponseKind.TIMED_OUT, "it was still computing after 1 s"),
    "sleep": (
        "import time; time.sleep(99)",
        ResponseKind.TIMED_OUT,
        "it was still waiting after 3 s",
    ),
    "exit code": (
        "import os; os._exit(3)",
        ResponseKind.ENDED,
        "it ended the whole process (exit code 3)",
    ),
    "segfault": (
        "import ctypes; ctypes.string_at(0)",
        ResponseKind.ENDED,
        "it crashed the interpreter (segmentation fault)",
    ),
    "too many": ("return [0] * 10**6", ResponseKind.TOO_BIG, "more than 200000 values"),
}


@pytest.mark.parametrize(("body", "kind", "reason"), ENDS.values(), ids=ENDS)
def test_ends(
    load: Load, backend: type[Backend], body: str, kind: ResponseKind, reason: str
) -> None:
    if backend is SpawnBackend and kind is ResponseKind.TIMED_OUT:  # It measures wall time only.
        reason = "it was still running after 3 s"
    response = ask(load(f"def f():\n    {body}\n"))
    assert (response.kind, response.reason) == (kind, reason)
    if kind in (ResponseKind.TIMED_OUT, ResponseKind.ENDED) and body != "import os; os._exit(3)":
        assert {stack[-1].line for stack in response.stacks} == {2}
