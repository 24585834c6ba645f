"""Frames as data: which of them, their lines, their values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox.worker.traces import plain

TEXTS: dict[str, tuple[Any, str]] = {
    "a cell": ((0, 5), "(0, 5)"),
    "a short list": ([1, 2, 3, 4], "[1, 2, 3, 4]"),
    "a list": ([1] * 9, "a list of 9"),
    "of large numbers": ([1 << 300, 1], "a list of 2"),
    "deep": ([[[[1]]]], "a list of 1"),
    "of long texts": (["a" * 80] * 2, "a list of 2"),
    "80 digits": (-(10**79), f"-1{'0' * 79}"),
    "an object of another class": (Path(), ""),
    "text": ("a" * 100, repr("a" * 77)[:-1] + "..."),
}


@pytest.mark.parametrize(("value", "text"), TEXTS.values(), ids=TEXTS)
def test_values(value: object, text: str) -> None:
    assert plain(value) == text
