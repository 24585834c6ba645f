"""Tracebacks and stack samples as data: the student's lines, functions and plain local values."""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import FrameType
from typing import Any

from autograder.sandbox.protocol import MAX_LINE_NUMBER
from autograder.sandbox.values import Tree, type_name

MAX_FRAMES = 8
MAX_LOCALS = 8
MAX_LOCAL_TEXT = 60
MAX_ERROR_TEXT = 2000
MAX_CLASSES = 20
_MAX_INTEGER_BITS = 200
_MAX_ITEMS = 4

Stack = Iterable[tuple[FrameType, int | None]]
"""Frames, outermost first, each with its line."""


def describe_exception(error: BaseException, box: str) -> dict[str, Tree]:
    """Return an exception as data: its classes, its text and its traceback in the box."""
    try:
        text = str(error)[:MAX_ERROR_TEXT]
    except Exception as second:  # `__str__` may be the submission's own.
        text = f"<str() raised {type_name(type(second))}>"
    stack = []
    trace = error.__traceback__
    while trace is not None:
        stack.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    classes = [type_name(kind) for kind in type.mro(type(error))][:MAX_CLASSES]
    frames = innermost_frames(box, stack)
    depth = len(_inside(box, stack))
    module = getattr(type(error), "__module__", "")
    record: dict[str, Tree] = {"types": classes, "text": text, "frames": frames, "depth": depth}
    record["module"] = module if type(module) is str else ""
    if isinstance(error, SyntaxError):
        name = error.filename if type(error.filename) is str else ""
        numbers = [_line_number(error.lineno), _line_number(error.offset)]
        record["syntax"] = [os.path.basename(name), *numbers]
        record["text"] = error.msg[:MAX_ERROR_TEXT] if type(error.msg) is str else text
    return record


def _line_number(value: object) -> int:
    """Sanitize an untrusted line number."""
    return value if type(value) is int and 0 <= value < MAX_LINE_NUMBER else 0


def innermost_frames(box: str, stack: Stack) -> list[dict[str, Tree]]:
    """Return the innermost frames of files in the box, outermost first."""
    return _as_data(box, _inside(box, stack)[-MAX_FRAMES:])


def outermost_frames(box: str, stack: Stack) -> list[dict[str, Tree]]:
    """Return the outermost frames of files in the box, outermost first.

    Samples are compared with each other, and these frames stay while deeper calls come and go.
    """
    return _as_data(box, _inside(box, stack)[:MAX_FRAMES])


def _inside(box: str, stack: Stack) -> list[tuple[FrameType, int | None]]:
    return [pair for pair in stack if pair[0].f_code.co_filename.startswith(box + os.sep)]


def _as_data(box: str, stack: Stack) -> list[dict[str, Tree]]:
    return [
        {
            "file": os.path.relpath(frame.f_code.co_filename, box),
            "line": line or _last_line(frame),
            "function": frame.f_code.co_name,
            "locals": plain_locals(frame),
        }
        for frame, line in stack
    ]


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
    if kind is int and value.bit_length() > _MAX_INTEGER_BITS:
        return f"an integer of {value.bit_length()} bits"
    if kind in (str, bytes):
        value = value[:MAX_LOCAL_TEXT]  # Sampling has to stay cheap.
    if kind in (int, float, bool, str, bytes, type(None)):
        text = repr(value)
        return text if len(text) <= MAX_LOCAL_TEXT else text[: MAX_LOCAL_TEXT - 3] + "..."
    if kind in (list, tuple) and 0 < len(value) <= _MAX_ITEMS:
        items = [plain(item) for item in value if type(item) is int]
        if len(items) == len(value):
            text = f"{', '.join(items)}{',' if kind is tuple and len(items) == 1 else ''}"
            return f"[{text}]" if kind is list else f"({text})"
    if kind in (list, tuple, set, dict):
        return f"a {kind.__name__} of {len(value)}"
    return ""


def why_test_failed(report: Any) -> tuple[str, int]:
    """Return what pytest reports, and the line of a test whose parameter has no value, else 0."""
    shown = report.longrepr
    if crash := getattr(shown, "reprcrash", None):
        return crash.message.split("\n")[0], 0
    if name := getattr(shown, "argname", None):
        why = f"fixture '{name}' not found: pytest calls a test without arguments"
        return f"{why}; make {name} inside the test", shown.firstlineno + 1
    return report.longreprtext, 0
