"""The standard streams of the code, which stay the same objects, and are flushed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.sandbox.files import run_program
from autograder.sandbox.pool import Sandbox
from tests.sandbox.conftest import Load, ask


def test_streams_that_code_keeps_from_the_start(load: Load) -> None:
    """As in programs that begin with `input = sys.stdin.readline`."""
    worker = load("""
        import sys
        from sys import stdout
        read, stdin = sys.stdin.readline, sys.stdin
        def f():
            print("said", file=stdout)
            print("so")
            return read(), stdin is sys.stdin
    """)
    for line in ("one\n", "two\n" * 100_000, ""):
        response = ask(worker, stdin=line)
        assert (response.value, response.printed) == ((line[:4], True), "said\nso\n")


def test_input_that_is_left_is_not_for_the_next_call(load: Load) -> None:
    worker = load("import sys\ndef f(): return sys.stdin.readline()")
    assert ask(worker, stdin="one\ntwo\n").value == "one\n"
    assert ask(worker).value == ""


def test_input_from_descriptor_0(load: Load) -> None:
    """`open(0)` closes it in the end."""
    worker = load("def f(size): return open(0).read(size)")
    for text, size, value in (
        ("one\ntwo\n", -1, "one\ntwo\n"),
        ("three", 2, "th"),
        ("four", 9, "four"),
    ):
        assert ask(worker, size, stdin=text).value == value
    assert ask(worker, 9).value == ""


@pytest.mark.parametrize("end", ["close", "detach"])
def test_streams_that_code_ends(load: Load, end: str) -> None:
    worker = load(f"""
        import sys
        def f(ends):
            if ends:
                sys.stdin.{end}()
                sys.stdout.{end}()
            else:
                print(input())
    """)
    assert ask(worker, True, stdin="one\n").value is None
    assert ask(worker, False, stdin="two\n").printed == "two\n"


STREAMS = {
    "at the end": ("import atexit\n", "atexit.register(print, 'last')\n", "one\nlast\n"),
    "no stream": ("", "sys.stdout.flush()\nsys.stdout = 3\n", "one\n"),
}


@pytest.mark.parametrize(("first", "last", "printed"), STREAMS.values(), ids=STREAMS)
def test_output_through_a_stream_of_its_own(
    tmp_path: Path, open_sandbox: Callable[[], Sandbox], first: str, last: str, printed: str
) -> None:
    """Programs do so to print UTF-8 on Windows."""
    (tmp_path / "main.py").write_text(
        f"import io, sys\n{first}sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'utf-8')\n"
        f"print('one')\n{last}"
    )
    with open_sandbox() as sandbox:
        assert run_program(sandbox.worker(), "main.py", 1).printed == printed


def test_too_much_on_standard_error_is_left_out(load: Load) -> None:
    """It is not compared with anything, so right code that traces its steps there stays right."""
    worker = load("""
        import sys
        def f():
            for step in range(3):
                print(str(step) * 99_999, file=sys.stderr)
            print("said")
            return step
    """)
    response = ask(worker)
    assert (response.value, response.printed) == (2, "said\n")
    assert response.stderr == "0" * 99_999 + "\n"
