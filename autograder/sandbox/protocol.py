"""What came back from a worker. Nothing in a reply is believed before it has passed here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from autograder.sandbox.codec import Codec, MalformedError, Tree, loads

MAX_TEXT = 400_000
MAX_LIST = 60
MAX_LINE = 10_000_000


class ResponseKind(StrEnum):
    """How a question ended."""

    VALUE = "value"
    RAISED = "raised"
    MISSING = "missing"
    TOO_BIG = "too big"
    TIMED_OUT = "timed out"
    ENDED = "ended"
    TAMPERED = "tampered"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Frame:
    """A line of a file in the box. `locals` are the plain ones, as text."""

    file: str
    line: int
    function: str
    locals: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Response:
    """One answer.

    `value` is there for VALUE, `kinds` (the exception's class and its bases, by name) and `text`
    for RAISED, `why` for what else went wrong. `stacks` are lists of frames, outermost first: one
    for what was raised or crashed, several samples for what timed out. `arguments` and `shared` are
    there where purity was asked for: the worker's own word on what its code did.
    """

    kind: ResponseKind
    value: Any = None
    kinds: tuple[str, ...] = ()
    text: str = ""
    why: str = ""
    syntax: tuple[str, int, int] | None = None
    stacks: tuple[tuple[Frame, ...], ...] = ()
    arguments: list[Any] | None = None
    arguments_kept: bool = True
    shared: str = ""
    printed: str = ""
    complained: str = ""


def read_response(data: bytes, nonce: str, codec: Codec, asked: list[Tree]) -> Response:
    """Decode one answer to the question `nonce`, which sent the arguments `asked`.

    Raises:
        MalformedError: a worker that was left alone sends nothing of the kind.
    """
    tree = loads(data)
    if type(tree) is not dict or tree.get("id") != nonce:
        raise MalformedError("it is no answer to the question")
    reply = _read_kind(tree, codec, asked)
    return replace(reply, printed=_text(tree["printed"]), complained=_text(tree["complained"]))


def _read_kind(tree: Tree, codec: Codec, asked: list[Tree]) -> Response:
    if "error" in tree:
        return _raised(tree["error"])
    if "missing" in tree:
        return Response(ResponseKind.MISSING, why=_text(tree["missing"]))
    if "too_big" in tree:
        return Response(ResponseKind.TOO_BIG, why=_text(tree["too_big"]))
    reply = Response(ResponseKind.VALUE, codec.decode(tree["value"]))
    if "arguments" not in tree:
        return reply
    return replace(
        reply,
        arguments=codec.decode(tree["arguments"]),
        arguments_kept=tree["arguments"] == asked,
        shared=_text(tree["shared"]),
    )


def _raised(error: Tree) -> Response:
    syntax = None
    if "syntax" in error:
        name, line, column = error["syntax"]
        syntax = (_text(name), _number(line), _number(column))
    return Response(
        ResponseKind.RAISED,
        kinds=tuple(_text(kind) for kind in _items(error["kinds"])),
        text=_text(error["text"]),
        syntax=syntax,
        stacks=(_stack(error["places"]),),
    )


def _stack(places: Tree) -> tuple[Frame, ...]:
    return tuple(
        Frame(
            _text(place["file"]),
            _number(place["line"]),
            _text(place["function"]),
            {_text(name): _text(value) for name, value in _items(list(place["locals"].items()))},
        )
        for place in _items(places)
    )


def _text(value: Tree) -> str:
    if type(value) is not str or len(value) > MAX_TEXT:
        raise MalformedError("text")
    return value


def _number(value: Tree) -> int:
    if type(value) is not int or not 0 <= value < MAX_LINE:
        raise MalformedError("a line number")
    return value


def _items(value: Tree) -> list[Tree]:
    if type(value) is not list or len(value) > MAX_LIST:
        raise MalformedError("a list")
    return value


def read_samples(
    data: bytes, box: str
) -> tuple[tuple[tuple[Frame, ...], ...], tuple[Frame, ...], str]:
    """Read what a worker's sampler wrote.

    Returns the sampled stacks, the stack that the interpreter itself told last (without values),
    and what had been printed by the first sample. What does not parse is dropped: samples are
    hints, and the submission can write there too.
    """
    stacks, printed = [], ""
    for line in data.splitlines():
        if not line.startswith(b"@"):
            continue
        try:
            sample = loads(line[1:])
            stacks.append(_stack(sample["places"]))
            printed = printed or _text(sample["printed"])
        except (MalformedError, KeyError, TypeError, AttributeError):
            continue
    dump = data.decode("utf-8", "replace").rpartition("(most recent call first):")[2]
    lines = re.findall(rf'File "{re.escape(box)}[/\\]([^"\n]+)", line (\d+) in (\S+)', dump)
    told = tuple(Frame(file, int(number[:6]), name) for file, number, name in reversed(lines[:8]))
    return tuple(stacks), told, printed
