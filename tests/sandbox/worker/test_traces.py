"""Frames as data: which of them, their lines, their values."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox.messages import Frame, parse_samples
from autograder.sandbox.worker.traces import plain

TEXTS: dict[str, tuple[Any, str]] = {
    "a cell": ((0, 5), "(0, 5)"),
    "a short list": ([1, 2, 3, 4], "[1, 2, 3, 4]"),
    "a list": ([1] * 9, "a list of 9"),
    "of large numbers": ([1 << 600, 1], "a list of 2"),
    "deep": ([[[[1]]]], "a list of 1"),
    "of long texts": (["a" * 80] * 2, "a list of 2"),
    "159 digits": (-(10**158), f"-1{'0' * 158}"),
    "eight words": (["September"] * 8, str(["September"] * 8)),
    "an object of another class": (Path(), ""),
    "text": ("a" * 100, repr("a" * 77)[:-1] + "..."),
}


@pytest.mark.parametrize(("value", "text"), TEXTS.values(), ids=TEXTS)
def test_values(value: object, text: str) -> None:
    assert plain(value) == text


def test_crash_is_located_where_a_c_stack_is_written_too() -> None:
    """The text is from Python 3.14: its documentation of faulthandler."""
    dump = textwrap.dedent("""\
        Fatal Python error: Segmentation fault

        Current thread 0x00007fb899f39700 (most recent call first):
          File "/opt/python/Lib/ctypes/__init__.py", line 486 in string_at
          File "/box/own.py", line 2 in f

        Current thread's C stack trace (most recent call first):
          Binary file "/opt/python/python", at _Py_DumpStack+0x42 [0x5b27f7d7147e]
          Binary file "/opt/python/python", at +0x32dcbd [0x5b27f7d85cbd]
    """)
    _, traceback, _ = parse_samples(dump.encode(), "/box")
    assert traceback == (Frame("own.py", 2, "f"),)
