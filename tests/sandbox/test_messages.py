"""What a worker writes besides responses: samples of its stacks, and the dump of a crash."""

from __future__ import annotations

import textwrap

from autograder.sandbox.messages import (
    Frame,
    parse_samples,
)


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
