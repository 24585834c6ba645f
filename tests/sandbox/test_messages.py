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
    ResponseKind,
    described,
    parse_samples,
    read_response,
)
from autograder.sandbox.values import Codec, MalformedError, Parts, dumps

NONCE = "5ca1ab1e"
STREAMS = {"id": NONCE, "printed": "out", "stderr": "err"}
FRAME = {"file": "own.py", "line": 3, "function": "f", "locals": {"x": "7"}}
ERROR = {
    "kind": "raised",
    "exceptions": ["Own", "ValueError"],
    "module": "own",
    "message": "no",
    "frames": [FRAME],
}
READ_FRAME = Frame("own.py", 3, "f", {"x": "7"})
RAISED = Response(
    ResponseKind.RAISED,
    exceptions=("Own", "ValueError"),
    module="own",
    message="no",
    stacks=((READ_FRAME,),),
)


def read(tree: Any) -> Response:
    return read_response(dumps(tree), NONCE, Codec(), Parts())


RESPONSES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a value": ({"value": [1]}, {"kind": ResponseKind.VALUE, "value": [1]}),
    "a shared value": (
        {"value": [1], "shared": "result"},
        {"kind": ResponseKind.VALUE, "value": [1], "shared": "result"},
    ),
    "missing": ({"kind": "missing", "reason": "f"}, {"kind": ResponseKind.MISSING, "reason": "f"}),
    "changed arguments": (
        {"value": 1, "first": 0, "changed": {"0": [2], "10": None}, "kept": [0]},
        {"kind": ResponseKind.VALUE, "value": 1, "changed": {0: [2], 10: None}, "kept": (0,)},
    ),
    "raised": (ERROR, vars(RAISED)),
    "exit with a status": ({**ERROR, "value": 2}, {**vars(RAISED), "value": 2}),
    "a syntax error": (
        {**ERROR, "syntax": ["own.py", 4, 0], "depth": 900},
        {**vars(RAISED), "syntax": ("own.py", 4, 0), "depth": 900},
    ),
}


@pytest.mark.parametrize(("tree", "fields"), RESPONSES.values(), ids=RESPONSES)
def test_what_a_response_holds(tree: dict[str, Any], fields: dict[str, Any]) -> None:
    whole = {**STREAMS, **tree}
    streams = {"printed": "out", "stderr": "err", "size": len(dumps(whole))}
    assert read(whole) == Response(**{**fields, **streams})


def raised(**forged: Any) -> dict[str, Any]:
    return {**STREAMS, **ERROR, **forged}


def at(**forged: Any) -> dict[str, Any]:
    return raised(frames=[{**FRAME, **forged}])


LONG = "x" * (MAX_RESPONSE_TEXT + 1)
FORGED: dict[str, Any] = {
    "no object": [NONCE],
    "a kind that the judge finds": {**STREAMS, "kind": "timed out"},
    "no exceptions": {**STREAMS, **ERROR, "exceptions": []},
    "a callback of nothing": {**STREAMS, "callback": 0, "value": [[], {}]},
    "a part that is not known": {**STREAMS, "value": {"$": "part", "v": 0}},
    "kept parts": {**STREAMS, "value": 1, "kept": ["0"]},
    "another nonce": {**STREAMS, "id": "0", "value": 1},
    "no nonce": {"printed": "", "stderr": "", "value": 1},
    "printed numbers": {**STREAMS, "printed": 1, "value": 1},
    "too much printed": {**STREAMS, "printed": LONG, "value": 1},
    "too many errors": {**STREAMS, "stderr": LONG, "value": 1},
    "a list for a reason": {**STREAMS, "kind": "missing", "reason": ["f"]},
    "a number for a reason": {**STREAMS, "kind": "too big", "reason": 1},
    "a list that is shared": {**STREAMS, "value": 1, "shared": []},
    "a module that is a list": raised(module=[]),
    "a dict of bases": raised(exceptions={"Own": 1}),
    "too many bases": raised(exceptions=["Own"] * (MAX_LIST + 1)),
    "a base that is a list": raised(exceptions=[[]]),
    "a list for a message": raised(message=["no"]),
    "a long message": raised(message=LONG),
    "a negative depth": raised(depth=-1),
    "too many frames": raised(frames=[FRAME] * (MAX_LIST + 1)),
    "a file that is a list": at(file=["own.py"]),
    "a function that is a number": at(function=1),
    "a line that is text": at(line="3"),
    "a line that is True": at(line=True),
    "a line far below": at(line=MAX_LINE_NUMBER),
    "a value that is a number": at(locals={"x": 7}),
    "too many values": at(locals=dict.fromkeys(map(str, range(MAX_LIST + 1)), "")),
    "a syntax error in no file": raised(syntax=[None, 1, 1]),
    "a syntax error in no line": raised(syntax=["own.py", None, 1]),
    "a syntax error in no column": raised(syntax=["own.py", 1, None]),
}


@pytest.mark.parametrize("tree", FORGED.values(), ids=FORGED)
def test_forged_responses_are_refused(tree: Any) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        read(tree)


DESCRIPTIONS = {
    "of no classes": ("C", [1, "C()"]),
    "of a dict": ("C", {"0": 1}),
    "before the first": ("C", [-1, "C()", []]),
    "of a class that is a list": (["C"], [1, "C()", []]),
    "of a class in no module": ("C", [1, "C()", [["C"]]]),
}


@pytest.mark.parametrize(("name", "body"), DESCRIPTIONS.values(), ids=DESCRIPTIONS)
def test_forged_descriptions_of_objects_are_refused(name: Any, body: Any) -> None:
    assert described([1, "C()", [["own", "C"]]], "C").classes == (("own", "C"),)
    with pytest.raises(MalformedError):
        described(body, name)


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
