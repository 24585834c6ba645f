"""Responses of workers: what each kind holds, and forged ones, which are refused."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from autograder.sandbox.messages import (
    MAX_LINE_NUMBER,
    MAX_LIST,
    MAX_RESPONSE_TEXT,
    Frame,
    Response,
    parse_samples,
    read_response,
)
from autograder.sandbox.values import Codec, Parts, dumps

NONCE = "5ca1ab1e"
STREAMS = {"id": NONCE, "printed": "out", "stderr": "err"}
FRAME = {"file": "own.py", "line": 3, "function": "f", "locals": {"x": "7"}}
READ_FRAME = Frame("own.py", 3, "f", {"x": "7"})
NAMES = ["Own", "ValueError"]
RAISED: dict[str, Any] = {"kind": "raised", "exceptions": NAMES, "module": "own", "message": "no"}
ERROR = {**RAISED, "frames": [FRAME]}


def read(tree: Any) -> Response:
    return read_response(dumps(tree), NONCE, Codec(), Parts())


def at(**forged: Any) -> dict[str, Any]:
    return {**ERROR, "frames": [{**FRAME, **forged}]}


FORGED: dict[str, Any] = {
    "another nonce": {"id": "0", "value": 1},
    "a kind that the judge finds": {"kind": "timed out"},
    "a part that is not known": {"value": {"$": "part", "v": 0}},
    "a callback of nothing": {"callback": 0, "value": [[], {}]},
    "too much printed": {"printed": "x" * (MAX_RESPONSE_TEXT + 1), "value": 1},
    "too many frames": {**ERROR, "frames": [FRAME] * (MAX_LIST + 1)},
    "a line that is True": at(line=True),
    "a line far below": at(line=MAX_LINE_NUMBER),
}


@pytest.mark.parametrize("tree", FORGED.values(), ids=FORGED)
def test_forged_responses_are_refused(tree: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        read({**STREAMS, **tree})


def test_samples_that_cannot_be_read_are_skipped() -> None:
    """The submission can write among them; the first text that was printed is shown."""
    sample = {"frames": [FRAME], "printed": "one"}
    forged = [
        {"frames": [{**FRAME, "line": -1}], "printed": ""},
        {"printed": ""},
        [],
        {"frames": 1},
    ]
    lines = [b"@" + dumps(each) for each in (*forged, sample, {**sample, "printed": "two"})]
    stacks, traceback, printed = parse_samples(b"\n".join([b"text", b"@{", *lines]), "/box")
    assert (stacks, traceback, printed) == (((READ_FRAME,),) * 2, (), "one")


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
