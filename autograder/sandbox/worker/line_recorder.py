"""Notes what lines of the submission's functions compute, each as a short text."""

from __future__ import annotations

import ast
import math
import sys
import time
from collections import deque
from collections.abc import Callable, Container
from types import CodeType, FrameType
from typing import Any

from autograder.sandbox.messages import LEFT_OUT, MAX_NOTE, MAX_NOTES, MAX_NOTES_BYTES
from autograder.sandbox.rewriting import (
    ATTRIBUTE,
    NOTE,
    NOTE_CALL,
    NOTE_INSIDE,
    NOTE_NAMES,
    rewritten,
)
from autograder.sandbox.values import ATOMS, field_names, is_named_tuple
from autograder.sandbox.worker.importer import BoxImporter

MAX_ITEMS = 8
LOG_OF_2 = math.log10(2)
_clock = time.process_time
_object_dict = object.__getattribute__
Note = tuple[int, int, str, int]
"""The number of a file, that of a place in it, a text, and the number of the call."""


def _frame_of_function() -> FrameType | None:
    """Return the frame of the submission's function that notes something, not of what is in it."""
    frame: FrameType | None = sys._getframe(3)
    while frame and frame.f_code.co_name.startswith("<"):
        frame = frame.f_back
    return frame


class LineRecorder:
    """Notes what the files in a box compute: the first values, and the last.

    `types` are the provided types whose values are shown. When a call has taken its time, `stop` is
    called.
    """

    def __init__(self, box: BoxImporter, types: Container[type], stop: Callable[[], None]) -> None:
        self.types, self.stop, self.guard = types, stop, box.guard
        self.end = float("inf")
        self.is_noting = False
        self.first: list[Note] = []
        self.room = MAX_NOTES_BYTES // 2
        """How many characters of the first notes there may still be."""
        self.last: deque[Note] = deque(maxlen=MAX_NOTES // 2)
        self.leaves_out = False
        self.count, self.calls = 0, dict[int, int]()
        """The number of the call that runs in a frame, by the frame's id."""
        self.functions = {
            NOTE: self.note,
            NOTE_NAMES: self.note_names,
            NOTE_INSIDE: self.inside,
            NOTE_CALL: self.note_call,
        }
        box.builtins.update(self.functions)

    def begin(self, seconds: float) -> None:
        """Let a call take some seconds of CPU time from now on."""
        self.end = _clock() + seconds

    def taken(self) -> list[Note]:
        """Return the notes; of the last ones, as many as there is room for."""
        room = MAX_NOTES_BYTES - sum(len(text) for _, _, text, _ in self.first) - 1
        last: deque[Note] = deque()
        for note in reversed(self.last):
            room -= len(note[2])
            if room < 0:
                break
            last.appendleft(note)
        is_whole = len(last) == len(self.last) and not self.leaves_out
        return [*self.first, *([] if is_whole else [(0, 0, LEFT_OUT, 0)]), *last]

    def compile(self, number: int, source: bytes, path: str) -> CodeType:
        """Compile the file of this number."""
        tree, _ = rewritten(ast.parse(source, path), number)
        if self.guard:
            self.guard(tree)
        return compile(tree, path, "exec", dont_inherit=True)

    def note(self, file: int, place: int, value: Any) -> Any:
        if self.is_noting:
            self.add(file, place, value)
        return value

    def note_names(self, file: int, place: int, *values: Any) -> bool:
        for number, value in enumerate(values if self.is_noting else (), place):
            self.add(file, number, value)
        return True

    def note_call(self, file: int, place: int, *values: Any) -> None:
        """Note that a call begins, and its parameters."""
        if self.is_noting:
            self.count += 1
            self.calls[id(sys._getframe(1))] = self.count
            for number, value in enumerate((None, *values), place):
                self.add(file, number, value)

    def inside(self, file: int, place: int, value: Any, *steps: Any) -> None:
        """Note what is inside a value, without calling anything of the submission's."""
        if not self.is_noting:
            return
        try:
            for step in steps:
                if type(value) in (list, tuple, dict) and type(step) in ATOMS:
                    value = value[step]
                elif type(step) is tuple and step[0] == ATTRIBUTE:
                    if any(step[1] in vars(kind) for kind in type.mro(type(value))):
                        return  # Perhaps a property.
                    value = _object_dict(value, "__dict__")[step[1]]
                else:
                    return
        except Exception:
            return
        self.add(file, place, value)

    def add(self, file: int, place: int, value: Any) -> None:
        if _clock() > self.end:
            self.stop()
        try:
            text = self.text(value)
        except RecursionError:  # The code goes on, to one of its own.
            self.leaves_out = True
            return
        call = self.calls.get(id(_frame_of_function()), 0)
        text = text if len(text) <= MAX_NOTE else f"{text[: MAX_NOTE - 1]}…"
        self.room -= len(text)
        if len(self.first) < MAX_NOTES // 4 and self.room > 0:
            self.first.append((file, place, text, call))
            return
        self.leaves_out |= len(self.last) == self.last.maxlen
        self.last.append((file, place, text, call))

    def text(self, value: Any, depth: int = 3) -> str:
        """Return a value as source text; "" if anything in it has code of its own."""
        kind = type(value)
        if kind is str and len(value) > MAX_NOTE:
            return repr(value[:MAX_NOTE])
        if kind is int and value.bit_length() > 3 * MAX_NOTE:
            return f"about {'-' * (value < 0)}10**{int(value.bit_length() * LOG_OF_2)}"
        if kind in ATOMS:
            return repr(value)
        if kind in (list, tuple, set, frozenset, dict, deque):
            if len(value) > MAX_ITEMS:
                return f"a {kind.__name__} of {len(value)}"
            return self._container(value, kind, depth) if depth else ""
        if kind in self.types and not is_named_tuple(kind) and depth:
            if hasattr(kind, "_member_map_"):
                return f"{kind.__name__}.{value._name_}"
            names = field_names(kind)
            found = _object_dict(value, "__dict__") if hasattr(value, "__dict__") else {}
            texts = [self.text(found[name], depth - 1) for name in names if name in found]
            return f"{kind.__name__}({', '.join(texts)})" if all(texts) and texts else ""
        return ""

    def _container(self, value: Any, kind: type, depth: int) -> str:
        if kind is dict:
            pairs = [
                (self.text(k, depth - 1), self.text(v, depth - 1)) for k, v in list(value.items())
            ]
            return f"{{{', '.join(map(': '.join, pairs))}}}" if all(map(all, pairs)) else ""
        texts = [self.text(each, depth - 1) for each in list(value)]
        if not all(texts):
            return ""
        inside = ", ".join(texts)
        if kind is list:
            return f"[{inside}]"
        if kind is tuple:
            return f"({inside},)" if len(texts) == 1 else f"({inside})"
        if kind is set and texts:
            return f"{{{inside}}}"
        return f"{kind.__name__}({f'[{inside}]' if texts else ''})"
