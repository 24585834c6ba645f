"""From a worker's reply to what a student reads."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from autograder.report import Detail, Outcome, Place
from autograder.safetext import printable, printable_line
from autograder.sandbox.protocol import Frame, Response, ResponseKind

MAX_PRINTED = 1000
MAX_LINES = 10
MAX_LINE = 120
FORBIDDEN = (
    "graded programs may not start processes, use the network, or leave the folder they start in"
)
THREADS = "graded programs may not start threads"
MODULES = "graded programs have only part of the standard library on this machine"


class Failure(Exception):  # noqa: N818 - the submission's, not an error of ours
    """A test did not pass, and the submission's own doing tells why."""

    def __init__(self, outcome: Outcome, detail: Detail) -> None:
        super().__init__(detail.message)
        self.outcome = outcome
        self.detail = detail


@dataclass(frozen=True)
class Asked:
    """What was asked of the submission, as it is told when the answer is not good."""

    what: str
    call: str = ""
    arguments: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sources:
    """The files in the box as they were before anything ran: a student's `own` and the kit's.

    A worker may name any file, and put any into the box; only these are ever shown.
    """

    box: Path
    own: Sequence[str]
    texts: Mapping[str, str]

    @classmethod
    def of(cls, box: Path, own: Sequence[str], provided: Sequence[str]) -> Sources:
        there = [name for name in (*own, *provided) if (box / name).is_file()]
        read = {name: (box / name).read_text("utf-8-sig", "replace") for name in there}
        return cls(box, own, read)

    def holds(self, file: str) -> bool:
        return file in self.texts

    def lines(self, file: str) -> list[str]:
        return self.texts[file].split("\n")

    def line(self, file: str, line: int) -> str:
        """A line of source, stripped; empty when there is none."""
        lines = self.lines(file)
        return printable_line(lines[line - 1].strip(), MAX_LINE) if 0 < line <= len(lines) else ""

    def tidied(self, detail: Detail) -> Detail:
        """A detail without what differs from run to run: the box's path, objects' addresses."""
        texts: dict[str, Any] = {
            field.name: self._tidy(value)
            for field in fields(detail)
            if isinstance(value := getattr(detail, field.name), str)
        }
        drawn = {name: self._tidy(text) for name, text in detail.arguments.items()}
        place = detail.place
        if place:
            values = {name: self._tidy(text) for name, text in place.locals.items()}
            place = replace(place, locals=values)
        return replace(detail, **texts, arguments=drawn, place=place)

    def _tidy(self, text: str) -> str:
        named = text.replace(f"{self.box}{os.sep}", "").replace(str(self.box), "the folder")
        return re.sub(r" at 0x[0-9A-Fa-f]+", "", named)


def failure_of(reply: Response, asked: Asked, sources: Sources) -> Failure:
    """Why a question got no value."""
    if "ImportError" in reply.exceptions and (lacking := _import_lacking(reply.message, sources)):
        return Failure(Outcome.NOT_DEFINED, Detail(lacking))
    outcome, message = _message(reply, asked.what)
    place = _place(reply, sources)
    if place and "NotImplementedError" in reply.exceptions:
        at = f"{place.file}, line {place.line}"
        message = f"{place.function} is still to be written ({at})"
        return Failure(Outcome.NOT_DEFINED, Detail(message))
    detail = Detail(
        message=message,
        call=asked.call,
        arguments=asked.arguments,
        place=place,
        printed=printed_by(reply),
    )
    return Failure(outcome, detail)


def printed_by(reply: Response) -> str:
    both = "\n".join(filter(None, (reply.printed.rstrip("\n"), reply.stderr.rstrip("\n"))))
    lines = both.split("\n")
    more = [f"… ({len(lines) - MAX_LINES} more lines)"] if len(lines) > MAX_LINES else []
    return printable("\n".join(lines[:MAX_LINES]), MAX_PRINTED) + "\n".join(["", *more])


def _message(reply: Response, what: str) -> tuple[Outcome, str]:
    why = printable_line(reply.reason)
    if reply.kind is ResponseKind.TIMED_OUT:
        return Outcome.TIMED_OUT, f"{what} did not end: {why}"
    if reply.kind is ResponseKind.MISSING:
        return Outcome.NOT_DEFINED, f"{what} is not defined"
    if reply.kind is ResponseKind.TOO_BIG:
        return Outcome.WRONG, f"{what} gave back a value that is too big to read: {why}"
    if reply.kind is ResponseKind.STOPPED:
        return Outcome.CRASHED, f"{what} was stopped: {why}"
    if reply.kind is ResponseKind.RAISED:
        return _raised(reply, what)
    return Outcome.CRASHED, f"{what} did not answer: {why}"


def _raised(reply: Response, what: str) -> tuple[Outcome, str]:
    kind = printable_line(reply.exceptions[0], MAX_LINE) if reply.exceptions else "an exception"
    text = printable_line(reply.message.strip(), 300)
    if "MemoryError" in reply.exceptions:
        return Outcome.OUT_OF_MEMORY, f"{what} used more memory than it may"
    if "RecursionError" in reply.exceptions:
        return Outcome.CRASHED, f"{what} called itself too deeply (RecursionError)"
    if "SystemExit" in reply.exceptions:
        said = f" and said: {text}" if text and not text.isdecimal() else ""
        return Outcome.CRASHED, f"{what} called exit(){said}"
    if "EOFError" in reply.exceptions:
        return Outcome.CRASHED, f"{what} called input() when there was nothing left to read"
    if kind == "OutputLimitError":
        return Outcome.CRASHED, f"{what} printed without end: {text}"
    if note := _note(kind, text):
        text = f"{text} ({note})"
    return Outcome.CRASHED, f"{what} raised {kind}{f': {text}' if text else ''}"


def _note(kind: str, text: str) -> str:
    """What to say besides, where the confinement is what an honest program stumbled over."""
    nameless = "[Errno 2] No such file or directory"  # A semaphore, where there is no /dev/shm.
    if (kind == "PermissionError" and "graded programs" not in text) or text == nameless:
        return FORBIDDEN
    if kind == "RuntimeError" and text == "can't start new thread":
        return THREADS
    lacking = re.fullmatch(r"No module named '(\w{1,80})[.\w]*'", text)
    if kind == "ModuleNotFoundError" and lacking and lacking[1] in sys.stdlib_module_names:
        return MODULES
    return ""


def _import_lacking(text: str, sources: Sources) -> str:
    """What a file of the student's does not define, though a program imports it."""
    found = re.match(r"cannot import name '(\w{1,80})' from '(\w{1,80})'", text)
    if found and f"{found[2]}.py" in sources.own:
        return f"{found[2]}.py does not define {found[1]}"
    return ""


def _place(reply: Response, sources: Sources) -> Place | None:
    if reply.syntax:
        file, line, _ = reply.syntax
        return Place(file, line, "", sources.line(file, line)) if sources.holds(file) else None
    told = ([frame for frame in stack if sources.holds(frame.file)] for stack in reply.stacks)
    stacks = [stack for stack in told if stack]
    if not stacks:
        return None
    frame = _hanging(stacks, sources) if len(stacks) > 1 else _innermost(stacks[0], sources)
    values = {
        printable_line(name, MAX_LINE): printable_line(value, MAX_LINE)
        for name, value in frame.locals.items()
    }
    return Place(
        frame.file,
        frame.line,
        printable_line(frame.function, MAX_LINE),
        sources.line(frame.file, frame.line),
        values,
    )


def _innermost(stack: Sequence[Frame], sources: Sources) -> Frame:
    """The student's own innermost line, else the innermost of the provided files."""
    return next((f for f in reversed(stack) if f.file in sources.own), stack[-1])


def _hanging(stacks: Sequence[Sequence[Frame]], sources: Sources) -> Frame:
    """The loop that all samples were in, with the values that none of them saw change.

    Samples are taken at moments that differ from run to run; what they have in common does not.
    """
    depth = 0
    while all(
        depth + 1 < len(stack) and _same_call(stack[depth], stacks[0][depth]) for stack in stacks
    ):
        depth += 1
    while depth and not _in_one_own_function([stack[depth] for stack in stacks], sources):
        depth -= 1
    frames = [stack[depth] for stack in stacks]
    first = frames[0]
    line = _enclosing_loop(sources.lines(first.file), _lines_of_body(frames, sources))
    steady = {
        name: value
        for name, value in first.locals.items()
        if all(frame.locals.get(name) == value for frame in frames)
    }
    changing = {name: "keeps changing" for name in first.locals if name not in steady}
    return Frame(first.file, line, first.function, steady | changing)


def _in_one_own_function(frames: Sequence[Frame], sources: Sources) -> bool:
    """A line may call several functions, in one of which each sample found it."""
    functions = {(frame.file, frame.function) for frame in frames}
    return len(functions) == 1 and frames[0].file in sources.own


def _lines_of_body(frames: Sequence[Frame], sources: Sources) -> list[int]:
    """The lines that frames of one function are in; its head, if they are in no other."""
    lines = sorted({frame.line for frame in frames})
    heads = ("def ", "async def ", "@")
    body = [n for n in lines if not sources.line(frames[0].file, n).startswith(heads)]
    return body or lines


def _same_call(one: Frame, other: Frame) -> bool:
    return (one.file, one.line, one.function) == (other.file, other.line, other.function)


def _enclosing_loop(source: Sequence[str], lines: Sequence[int]) -> int:
    """The innermost `for` or `while` whose block holds all the lines, by indentation."""
    first, last = lines[0], min(lines[-1], len(source))
    below = min((_indent(text) for text in source[first:last] if text.strip()), default=1 << 20)
    for number in range(min(first, last), 0, -1):
        text = source[number - 1]
        if not text.strip():
            continue
        own = _indent(text)
        if own < below and text.lstrip().startswith(("for ", "while ", "while(")):
            return number
        below = min(below, own)
        if below == 0:
            break
    return first


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
