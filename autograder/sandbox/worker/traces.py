"""Tracebacks and stack samples as data: the student's lines, functions and plain local values.

Samples of a call that hangs are written to a pipe while it runs.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import json
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from itertools import chain, islice
from types import FrameType, TracebackType
from typing import Any

from autograder.sandbox.messages import MAX_LINE_NUMBER, MAX_STACKS
from autograder.sandbox.values import MAX_CLASSES, Tree, type_name

MAX_FRAMES = 8
MAX_LOCALS = 8
MAX_LOCAL_TEXT = 81
"""Of a string."""
MAX_LOCAL_ITEMS = 8
MAX_LONG_TEXT = 161
"""Of a container, or a whole number of 160 digits with its sign."""
MAX_LOCAL_BITS = 531
MAX_ERROR_TEXT = 2000
MAX_SAMPLE_BYTES = 3000
MAX_PRINTED_IN_SAMPLE = 500

Stack = Iterable[tuple[FrameType, int | None, int]]
"""Frames, each with its line and its instruction, or -1."""

# The student's code may replace these in their modules, so they are bound now.
_write = os.write
_dump_later = faulthandler.dump_traceback_later
_cancel_dump = faulthandler.cancel_dump_traceback_later
_print_exception = sys.__excepthook__
HAS_SIGNALS = hasattr(signal, "setitimer")
if HAS_SIGNALS:
    _setitimer, _REAL, _PROF = signal.setitimer, signal.ITIMER_REAL, signal.ITIMER_PROF


class Sampler:
    """Writes frames of files in the box at `box`, and what was `printed` so far, to a pipe.

    On SIGALRM, `sample` records lines and values, but only once bytecode runs again. For a long
    call into C, SIGPROF late in the limit makes faulthandler write a traceback at once. That could
    crash on a changing stack, so the first sample cancels it. Windows has neither signal; there
    faulthandler writes the traceback from a thread. A request is given `more` time than its limit
    in CPU seconds where the judge measures elapsed time, which is mostly what a start takes.
    """

    def __init__(self, pipe: int, box: str, printed: Callable[[], str]) -> None:
        self.pipe, self.box, self.printed = pipe, box, printed
        self.samples_left = 0
        self.more = 0.0
        faulthandler.enable(file=pipe, all_threads=False)
        if HAS_SIGNALS:
            signal.signal(signal.SIGALRM, self.sample)
            faulthandler.register(signal.SIGPROF, pipe, all_threads=False)

    def start(self, seconds: float) -> None:
        """Sample from half of the limit on, often enough to see which values change."""
        self.samples_left = MAX_STACKS
        seconds += self.more
        if HAS_SIGNALS:
            _setitimer(_REAL, seconds * 0.5, seconds / 50)
            _setitimer(_PROF, seconds * 0.9)
        else:
            _dump_later(seconds * 0.6, file=self.pipe)

    def stop(self) -> None:
        if HAS_SIGNALS:
            _setitimer(_REAL, 0)
            _setitimer(_PROF, 0)
        else:
            _cancel_dump()

    def sample(self, _signal: int, frame: FrameType | None) -> None:
        _setitimer(_PROF, 0)
        self.samples_left -= 1
        if self.samples_left < 0:
            _setitimer(_REAL, 0)
            return
        stack = frames_in(self.box, ((*pair, -1) for pair in traceback.walk_stack(frame)))
        outermost = stack[::-1][:MAX_FRAMES]  # Deeper calls come and go.
        printed = self.printed()[:MAX_PRINTED_IN_SAMPLE]
        frames = frames_as_data(self.box, outermost)
        if len(json.dumps(frames)) > MAX_SAMPLE_BYTES - 2 * MAX_PRINTED_IN_SAMPLE:
            frames = [{**each, "locals": {}} for each in frames]
        line = json.dumps({"frames": frames, "printed": printed})
        if len(line) <= MAX_SAMPLE_BYTES:
            _write(self.pipe, b"\n@" + line.encode() + b"\n")


def describe_exception(error: BaseException, box: str) -> dict[str, Tree]:
    """Return an exception as data: its classes, its text and its traceback in the box."""
    try:
        text = str(error)[:MAX_ERROR_TEXT]
    except Exception as second:  # `__str__` may be the submission's own.
        text = f"<str() raised {type_name(type(second))}>"
    if isinstance(error, (AttributeError, ImportError, NameError)):
        text += _suggestion(error)
    frames = frames_in(box, _walk(error.__traceback__))
    shown = frames[-MAX_FRAMES:]
    if isinstance(error, RecursionError):  # In the middle are only functions that repeat.
        shown = frames[len(frames) // 2 :][:MAX_FRAMES]
    module = getattr(type(error), "__module__", "")
    record: dict[str, Tree] = {
        "kind": "raised",
        "exceptions": [type_name(kind) for kind in type.mro(type(error))][:MAX_CLASSES],
        "message": text,
        "frames": frames_as_data(box, shown),
        "depth": len(frames),
        "module": module if type(module) is str else "",
    }
    if isinstance(error, SyntaxError):
        name = error.filename if type(error.filename) is str else ""
        numbers = [_line_number(error.lineno), _line_number(error.offset)]
        record["syntax"] = [os.path.basename(name), *numbers]
        record["message"] = error.msg[:MAX_ERROR_TEXT] if type(error.msg) is str else text
    return record


def _suggestion(error: BaseException) -> str:
    """Return what Python adds when it prints an exception, such as `. Did you mean: 'rows'?`."""
    printed = io.StringIO()
    with contextlib.suppress(Exception), contextlib.redirect_stderr(printed):
        _print_exception(type(error), error, error.__traceback__)
    found = re.search(r"\. Did you (?:mean|forget)[^\n]*", printed.getvalue())
    return found[0] if found else ""


def _line_number(value: object) -> int:
    """Sanitize an untrusted line number."""
    return value if type(value) is int and 0 <= value < MAX_LINE_NUMBER else 0


def _walk(error: TracebackType | None) -> Stack:
    while error:
        yield error.tb_frame, error.tb_lineno, error.tb_lasti
        error = error.tb_next


def frames_in(box: str, stack: Stack) -> list[tuple[FrameType, int | None, int]]:
    """Return the frames of files in the box."""
    return [each for each in stack if each[0].f_code.co_filename.startswith(box + os.sep)]


def frames_as_data(box: str, stack: Stack) -> list[dict[str, Tree]]:
    return [
        {
            "file": os.path.relpath(frame.f_code.co_filename, box),
            "line": line or _last_line(frame),
            "function": frame.f_code.co_name,
            "locals": plain_locals(frame),
            "span": _span(frame, instruction),
        }
        for frame, line, instruction in stack
    ]


def _span(frame: FrameType, instruction: int) -> list[Tree]:
    """Return the column, the last line and the end column of an instruction's source; else 0."""
    if instruction < 0:
        return [0, 0, 0]
    positions = islice(frame.f_code.co_positions(), instruction // 2, None)
    _, last, column, end = next(positions, (0, 0, 0, 0))
    return [column or 0, last or 0, end or 0]


def _last_line(frame: FrameType) -> int:
    """Return the last line before a frame's current instruction, which may belong to no line."""
    lines = [line for start, _, line in frame.f_code.co_lines() if line and start <= frame.f_lasti]
    return lines[-1] if lines else frame.f_code.co_firstlineno


def plain_locals(frame: FrameType) -> dict[str, str]:
    if frame.f_code.co_name == "<module>":
        return {}
    texts = {name: plain(value) for name, value in list(frame.f_locals.items())}
    named = [(name, text) for name, text in texts.items() if text and not name.startswith("__")]
    return dict(named[:MAX_LOCALS])


def plain(value: Any) -> str:
    """Return a short text for a plain value, "" for others: their `repr` may be long or loop."""
    kind = type(value)
    if kind is int and value.bit_length() > MAX_LOCAL_BITS:
        return f"{'an' if value > 0 else 'a negative'} integer of {value.bit_length()} bits"
    if kind in (str, bytes):
        value = value[:MAX_LOCAL_TEXT]  # Sampling has to stay cheap.
    text = repr(value) if _is_short(value) else ""
    if kind in (list, tuple, set, dict):
        is_short = text and len(text) <= MAX_LONG_TEXT
        return text if is_short else f"a {kind.__name__} of {len(value)}"
    return (
        text if len(text) <= MAX_LOCAL_TEXT or kind is int else text[: MAX_LOCAL_TEXT - 3] + "..."
    )


def _is_short(value: Any, depth: int = 2) -> bool:
    kind = type(value)
    if kind in (list, tuple, set, dict):
        few = depth > 0 and len(value) <= MAX_LOCAL_ITEMS
        inside = chain(value, value.values()) if kind is dict else value
        return few and all(_is_short(each, depth - 1) for each in inside)
    if kind is int:
        return bool(value.bit_length() <= MAX_LOCAL_BITS)
    if kind in (str, bytes):
        return len(value) <= MAX_LOCAL_TEXT
    return kind in (float, bool, type(None))
