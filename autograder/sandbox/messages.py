"""Requests to a worker; its responses and samples, validated: nothing untrusted gets past them."""

from __future__ import annotations

import marshal
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from autograder.sandbox.values import (
    MAX_REPR,
    Codec,
    MalformedError,
    Parts,
    Tree,
    loads,
    require,
)

MAX_RESPONSE_TEXT = 400_000
MAX_LIST = 60
MAX_LINE_NUMBER = 10_000_000
"""Workers report no larger line number, unless the response is forged."""
MAX_STACKS = 40
"""The most that a worker samples for one request; any others are forged."""
MAX_CALLS, MAX_CALLS_BYTES = 3000, 8 << 20
"""The most calls of watched functions that a worker reports for a program, and their bytes."""
MAX_NOTES, MAX_NOTE, MAX_NOTES_BYTES = 2000, 120, 64 << 10
"""The most notes that a worker sends, the characters of one, and those of all together."""
LEFT_OUT = "…"
"""The text of a note that stands for some that were left out."""
C_STACK = "C stack trace (most recent call first):"
"""Below a traceback, what faulthandler writes from Python 3.14 on; it has no lines of Python."""


def request_packet(request: dict[str, Tree]) -> bytes:
    """Return a request to a worker as one frame: a length as four little-endian bytes, then data.

    Workers trust the judge, so its requests are marshalled: reading that touches less memory. Later
    versions of that keep which objects are the same: comparing texts with `is` would seem right.
    """
    data = marshal.dumps(request, 2)
    return len(data).to_bytes(4, "little") + data


@dataclass(frozen=True)
class Request:
    """A request, encoded as a frame."""

    op: str
    nonce: str
    packet: bytes
    seconds: float

    @classmethod
    def of(cls, op: str, seconds: float, **parameters: Tree) -> Request:
        nonce = os.urandom(8).hex()
        packet = request_packet({"id": nonce, "op": op, "seconds": seconds, **parameters})
        return cls(op, nonce, packet, seconds)

    def parameters(self) -> dict[str, Tree]:
        """Return a copy of the operation's parameters, from what this process has marshalled."""
        parameters = marshal.loads(self.packet[4:])
        return {k: v for k, v in parameters.items() if k not in ("id", "op", "seconds")}


class ResponseKind(StrEnum):
    """How a request ended, or that it is not over yet: a CALLBACK."""

    VALUE = "value"
    RAISED = "raised"
    MISSING = "missing"
    TOO_BIG = "too big"
    CALLBACK = "callback"
    TIMED_OUT = "timed out"
    ENDED = "ended"
    TAMPERED = "tampered"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Frame:
    """A stack frame in a file of the box. `locals` are those with plain values, as text.

    `span` is where the expression that raised is: its column, last line, and the column after it.
    """

    file: str
    line: int
    function: str
    locals: dict[str, str] = field(default_factory=dict)
    span: tuple[int, int, int] = (0, 0, 0)

    @property
    def is_of_module(self) -> bool:
        """Whether a file is being loaded or the program runs, and no function is called."""
        return self.function == "<module>"


@dataclass(frozen=True)
class Response:
    """The response to one request.

    `value` is set for VALUE, `exceptions` (the names of the exception's class and of its bases),
    the `module` of that class and `message` for RAISED, `reason` for all others. A program that
    exits with a status has both a value and an exception. A CALLBACK asks, while the request goes
    on, for a call of the test's `function` with the `value`, a list of arguments and keywords; it
    may change their `parts`. With a `reason`, it asks for the function's attribute of this name.

    `stacks` are lists of frames, outermost first: one traceback after an exception or crash,
    several samples after a timeout. `changed` holds the parts that a request changed, by number, as
    they are after it; None stands for one that is too big. `kept` are the numbers of those that the
    code still refers to. These are claims of untrusted code, and so is `depth`, the number of
    frames before a traceback was shortened. `arguments` are those of an exception and its
    attributes, if they could be sent, `raised` is the judge's number of one that a function of the
    test's has raised. `size` is the response's length in bytes.
    """

    kind: ResponseKind
    value: Any = None
    exceptions: tuple[str, ...] = ()
    module: str = ""
    message: str = ""
    reason: str = ""
    syntax: tuple[str, int, int] | None = None
    stacks: tuple[tuple[Frame, ...], ...] = ()
    depth: int = 0
    changed: dict[int, Any] = field(default_factory=dict)
    kept: Sequence[int] = ()
    printed: str = ""
    stderr: str = ""
    size: int = 0
    arguments: Any = None
    raised: int | None = None
    function: Any = None
    parts: Parts | None = None


_SAID_BY_WORKERS = {str(kind): kind for kind in tuple(ResponseKind)[:5]}
"""The judge finds the others."""
_FRAME = {"file": str, "line": int, "function": str, "locals": {}, "span": (int, int, int)}
_SHAPES: dict[str, Any] = {
    **dict.fromkeys(("module", "message", "reason", "printed", "stderr"), str),
    "exceptions": [str],
    "syntax": (str, int, int),
    "depth": int,
    "raised": int,
}
"""The fields of a response that are no values; see `checked`."""


@dataclass(frozen=True)
class Described:
    """An object in a worker: its class, its number there, and how messages show it.

    `classes` are the classes of the student's and the provided files that it is an instance of,
    nearest first, each as its module and name, `special` the special methods that its class has,
    and its bases in the library. What is a key has a `hash`. All of it is what the worker claims.
    """

    class_name: str
    number: int
    text: str
    classes: tuple[tuple[str, str], ...]
    special: frozenset[str]
    hash: int | None


def described(body: Any, name: Any) -> Described:
    """Validate what a worker has described.

    Raises:
        MalformedError: it is not one.
    """
    require(type(body) is list and body)
    *about, hashed = body
    number, text, classes, special = checked(about, (int, str, [(str, str)], str))
    require(hashed is None or type(hashed) is int)
    class_name = checked(name, str)[:MAX_REPR]
    return Described(
        class_name, number, text[:MAX_REPR], (*classes,), frozenset(special.split()), hashed
    )


def read_response(data: bytes, nonce: str, codec: Codec, parts: Parts | None = None) -> Response:
    """Decode the response to the request with this nonce.

    Mutable parts that are made for it are added to the `parts`.

    Raises:
        MalformedError: the worker's code cannot have sent it; the submission forged it.
    """
    tree = loads(data)
    require(type(tree) is dict and tree.get("id") == nonce)
    fields = {name: checked(tree[name], each) for name, each in _SHAPES.items() if name in tree}
    kind = _SAID_BY_WORKERS[tree.get("kind", "callback" if "callback" in tree else "value")]
    if kind is ResponseKind.RAISED:
        fields |= {"stacks": (_stack(tree["frames"]),), "exceptions": (*fields["exceptions"],)}
        require(fields["exceptions"])
    if parts is not None and "changed" in tree:  # Its parts are numbered before those of the value.
        require(type(tree["first"]) is int)
        parts.count = max(parts.count, tree["first"])
        fields["changed"] = {
            int(number): None if part is None else codec.decode_content(part, int(number), parts)
            for number, part in tree["changed"].items()
        }
    fields["kept"] = tuple(tree.get("kept", ()))
    require(all(type(number) is int for number in fields["kept"]))
    if kind is ResponseKind.CALLBACK:
        parts = fields["parts"] = Parts()
    if kind is ResponseKind.VALUE or "value" in tree:
        fields["value"] = codec.decode(
            tree["value"], None if kind is ResponseKind.RAISED else parts
        )
    if "arguments" in tree:
        fields["arguments"] = codec.decode(tree["arguments"])
    if kind is ResponseKind.CALLBACK:
        values, keywords = fields["value"]
        require(codec.remote and type(values) is list and type(keywords) is dict)
        require(all(type(name) is str for name in keywords))
        fields["function"] = codec.decode({"$": "callback", "v": tree["callback"]})
        fields["parts"].note(fields["parts"].values)
    return Response(kind, **fields, size=len(data))


def read_notes(tree: Tree) -> list[tuple[int, int, str, int]]:
    """Return the notes that a worker has sent.

    They are the number of a file, that of a place in it, a text, and the number of the call.

    Raises:
        MalformedError: the worker's code cannot have sent it.
    """
    require(type(tree) is list and len(tree) <= MAX_NOTES)
    notes = [checked(each, (int, int, str, int)) for each in tree]
    require(all(len(text) <= MAX_NOTE for _, _, text, _ in notes))
    require(sum(len(text) for _, _, text, _ in notes) <= MAX_NOTES_BYTES)
    return notes


def _stack(frames: Tree) -> tuple[Frame, ...]:
    return tuple(Frame(**frame) for frame in checked(frames, [_FRAME]))


def checked(tree: Tree, shape: Any) -> Any:
    """Return a tree of a response that is a text, a number, or made of them.

    `shape` is a type, a list of the shape of its items, a tuple of shapes, or a dict of shapes;
    empty for texts by name.

    Raises:
        MalformedError: it is of another shape, or too large.
    """
    if shape is str:
        require(type(tree) is str and len(tree) <= MAX_RESPONSE_TEXT)
    elif shape is int:
        require(type(tree) is int and 0 <= tree < MAX_LINE_NUMBER)
    elif type(shape) is dict:
        require(type(tree) is dict and len(tree) <= MAX_LIST)
        return {checked(k, str): checked(v, shape[k] if shape else str) for k, v in tree.items()}
    else:
        require(type(tree) is list and len(tree) <= MAX_LIST)
        if type(shape) is list:
            return [checked(each, shape[0]) for each in tree]
        require(len(tree) == len(shape))
        return tuple(map(checked, tree, shape))
    return tree


def parse_samples(
    data: bytes, box: str
) -> tuple[tuple[tuple[Frame, ...], ...], tuple[Frame, ...], str]:
    """Parse the output of a worker's samplers.

    Returns the sampled stacks, the last traceback by faulthandler (which has no values), and the
    text printed before the first sample. What does not parse is skipped: samples are hints, and
    the submission can write to the same pipe.
    """
    stacks: list[tuple[Frame, ...]] = []
    printed = ""
    for line in data.splitlines():
        if len(stacks) == MAX_STACKS:
            break
        if not line.startswith(b"@"):
            continue
        try:
            sample = loads(line[1:])
            stacks.append(_stack(sample["frames"]))
            printed = printed or checked(sample["printed"], str)
        except (MalformedError, KeyError, TypeError, AttributeError):
            continue
    text = data.decode("utf-8", "replace").replace(C_STACK, "")
    dump = text.rpartition("(most recent call first):")[2]
    lines = re.findall(rf'File "{re.escape(box)}[/\\]([^"\n]+)", line (\d+) in (\S+)', dump)
    frames = (Frame(file, int(number[:6]), name) for file, number, name in reversed(lines[:8]))
    return tuple(stacks), tuple(frames), printed
