"""Frames as data: which of them, their lines, their values."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from autograder.sandbox.worker.traces import as_data, frames_in, plain

TEXTS: dict[str, tuple[Any, str]] = {
    "a cell": ((0, 5), "(0, 5)"),
    "one number": ((3,), "(3,)"),
    "a short list": ([1, 2, 3, 4], "[1, 2, 3, 4]"),
    "a list": ([1] * 9, "a list of 9"),
    "nothing": ((), "()"),
    "of other things": (("F", 19), "('F', 19)"),
    "of flags": ([True, False], "[True, False]"),
    "of large numbers": ([1 << 300, 1], "a list of 2"),
    "of cells": ([(0, 1)], "[(0, 1)]"),
    "of objects": ([Path()], "a list of 1"),
    "deep": ([[[[1]]]], "a list of 1"),
    "of long texts": (["a" * 50] * 2, "a list of 2"),
    "a dict": ({"a": None}, "{'a': None}"),
    "a set": ({"a"}, "{'a'}"),
    "an empty set": (set(), "set()"),
    "80 digits": (-(10**79), f"-1{'0' * 79}"),
    "an object of another class": (Path(), ""),
    "text": ("a" * 100, repr("a" * 77)[:-1] + "..."),
}


@pytest.mark.parametrize(("value", "text"), TEXTS.values(), ids=TEXTS)
def test_values(value: object, text: str) -> None:
    assert plain(value) == text


SOURCE = """\
def go(depth):
    if depth:
        return go(depth - 1)
    return look()
"""


def stack_of(box: Path, depth: int) -> list[tuple[FrameType, int | None]]:
    """Return the frames of `go` in the box, outermost first, without lines."""
    frames: list[tuple[FrameType, int | None]] = []

    def look() -> None:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            frames.append((frame, None))
            frame = frame.f_back

    names: dict[str, Any] = {"look": look}
    exec(compile(SOURCE, str(box / "own.py"), "exec"), names)
    names["go"](depth)
    return frames[::-1]


def test_frame_between_lines_has_the_line_before(tmp_path: Path) -> None:
    box = str(tmp_path)
    frames = as_data(box, frames_in(box, stack_of(tmp_path, 1)))
    assert [(frame["function"], frame["line"]) for frame in frames] == [("go", 3), ("go", 4)]
