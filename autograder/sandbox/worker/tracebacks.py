"""What a worker tells of a student's frames: lines, functions, and plain values."""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import FrameType
from typing import Any

from autograder.sandbox.codec import Tree, type_name

MAX_FRAMES = 8
MAX_LOCALS = 8
MAX_LOCAL_TEXT = 60
MAX_ERROR_TEXT = 2000
MAX_KINDS = 20
MAX_LINE_NUMBER = 10_000_000
MAX_SHOWN_BITS = 200
MAX_SHOWN_ITEMS = 4

Stack = Iterable[tuple[FrameType, int | None]]
"""Frames, outermost first, each with the line that it is in."""


def describe(error: BaseException, box: str) -> dict[str, Tree]:
    """What was raised, as data: its class, its text, and the lines in the box that led to it."""
    try:
        text = str(error)[:MAX_ERROR_TEXT]
    except Exception as second:  # `__str__` may be the submission's own.
        text = f"<str() raised {type_name(type(second))}>"
    stack = []
    trace = error.__traceback__
    while trace is not None:
        stack.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    kinds = [type_name(kind) for kind in type.mro(type(error))][:MAX_KINDS]
    record: dict[str, Tree] = {"kinds": kinds, "text": text, "places": last_frames(box, stack)}
    if isinstance(error, SyntaxError):
        name = error.filename if type(error.filename) is str else ""
        numbers = [_line_number(error.lineno), _line_number(error.offset)]
        record["syntax"] = [os.path.basename(name), *numbers]
        record["text"] = error.msg[:MAX_ERROR_TEXT] if type(error.msg) is str else text
    return record


def _line_number(value: object) -> int:
    """Whatever somebody put into an exception, as a number that can stand for a line."""
    return value if type(value) is int and 0 <= value < MAX_LINE_NUMBER else 0


def last_frames(box: str, stack: Stack) -> list[dict[str, Tree]]:
    """The innermost frames of a stack, outermost first, that belong to files in the box."""
    return _told(box, _inside(box, stack)[-MAX_FRAMES:])


def first_frames(box: str, stack: Stack) -> list[dict[str, Tree]]:
    """The outermost ones. Stacks that are sampled are compared, and these stay while deeper ones
    come and go."""
    return _told(box, _inside(box, stack)[:MAX_FRAMES])


def _inside(box: str, stack: Stack) -> list[tuple[FrameType, int | None]]:
    return [pair for pair in stack if pair[0].f_code.co_filename.startswith(box + os.sep)]


def _told(box: str, stack: Stack) -> list[dict[str, Tree]]:
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
    """The line that a frame was in last: where it is now, there may be an instruction of none."""
    passed = [line for start, _, line in frame.f_code.co_lines() if line and start <= frame.f_lasti]
    return passed[-1] if passed else frame.f_code.co_firstlineno


def plain_locals(frame: FrameType) -> dict[str, str]:
    if frame.f_code.co_name == "<module>":
        return {}
    shown = {name: plain(value) for name, value in list(frame.f_locals.items())}
    kept = [(name, text) for name, text in shown.items() if text and not name.startswith("__")]
    return dict(kept[:MAX_LOCALS])


def plain(value: Any) -> str:
    """A short text for a plain value, none for others: their `repr` may be long or loop."""
    kind = type(value)
    if kind is int and value.bit_length() > MAX_SHOWN_BITS:
        return f"an integer of {value.bit_length()} bits"
    if kind in (str, bytes):
        value = value[:MAX_LOCAL_TEXT]  # Sampling must not cost more than what is sampled.
    if kind in (int, float, bool, str, bytes, type(None)):
        text = repr(value)
        return text if len(text) <= MAX_LOCAL_TEXT else text[: MAX_LOCAL_TEXT - 3] + "..."
    if kind in (list, tuple) and 0 < len(value) <= MAX_SHOWN_ITEMS:
        items = [plain(item) for item in value if type(item) is int]
        if len(items) == len(value):
            text = f"{', '.join(items)}{',' if kind is tuple and len(items) == 1 else ''}"
            return f"[{text}]" if kind is list else f"({text})"
    if kind in (list, tuple, set, dict):
        return f"a {kind.__name__} of {len(value)}"
    return ""
