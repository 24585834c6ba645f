"""The output of a program, and when it counts as equal to the expected one."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from autograder.program_cases import Program

MAX_COUNTS_LINE = 200
NUMBER = re.compile(r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)")
POINT = re.compile(r"\d[.eE]")


@dataclass(frozen=True, eq=False)
class Output:
    """The output of a program, or the part of it that `view` selects for comparison.

    `counts_line` is a regular expression for the line with the counts; without one, all lines are
    the solution. `lenient` outputs are compared word by word, `lenient_dashes` without regard to
    the number of dashes in a row. With `float_digits`, numbers with a point may differ by
    `tolerance`. The exit `status` and the text of `files` that the program wrote
    are compared with all views but the one of the counts.
    """

    text: str
    counts_line: str = ""
    lenient: bool = False
    view: str = "all"
    lenient_dashes: bool = False
    float_digits: int | None = None
    status: int = 0
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program, text: str, **more: Any) -> Output:
        """Return the output of a program, to compare it as the assignment says."""
        dashes, digits = program.lenient_dashes, program.float_digits
        return cls(text, program.counts, lenient_dashes=dashes, float_digits=digits, **more)

    @property
    def solution(self) -> Output:
        """All lines but the one with the counts."""
        return replace(self, view="solution")

    @property
    def counts(self) -> Output:
        """The line with the counts."""
        return replace(self, view="counts")

    @cached_property
    def compared(self) -> str:
        """The text that this view compares."""
        if self.view == "all" or not self.counts_line:
            return self.text
        return "".join(
            line
            for line in re.findall(r"[^\n]*\n|[^\n]+", self.text)
            if self._has_counts(line) == (self.view == "counts")
        )

    def _has_counts(self, line: str) -> bool:
        """Return whether a line has the counts; long ones are not searched, which could be slow."""
        return len(line) <= MAX_COUNTS_LINE and bool(re.search(self.counts_line, line))

    def _words(self, text: str) -> list[str]:
        """Return what lenient outputs compare of a text."""
        return (re.sub("-+", "-", text) if self.lenient_dashes else text).split()

    @property
    def lines(self) -> list[str]:
        """The lines to explain a difference with; of lenient outputs, without what is ignored."""
        lines = lines_of(self.compared) if self.compared else []
        if self.lenient:
            lines = [" ".join(self._words(line)) for line in lines if line.split()]
        return lines

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Output):
            return NotImplemented
        if "counts" in (self.view, other.view):
            return self.prints_like(other)
        return (
            self.status == other.status
            and self.prints_like(other)
            and self.files.keys() == other.files.keys()
            and all(self._is_like(text, other.files[name]) for name, text in self.files.items())
        )

    def prints_like(self, other: Output) -> bool:
        """Is the output equal, whatever the exit status and the files are?"""
        return self._is_like(self.compared, other.compared)

    @property
    def tolerance(self) -> float:
        return 0.0 if self.float_digits is None else 10.0**-self.float_digits

    def _is_like(self, text: str, other: str) -> bool:
        if self.lenient:
            text, other = (" ".join(self._words(each)) for each in (text, other))
        if text == other or not self.tolerance:
            return text == other
        pieces, others = NUMBER.split(text), NUMBER.split(other)
        return len(pieces) == len(others) and all(map(self._are_close, pieces, others))

    def _are_close(self, piece: str, other: str) -> bool:
        """Are two pieces the same text, or numbers, one of them with a point, that are close?"""
        if piece == other or not (NUMBER.fullmatch(piece) and NUMBER.fullmatch(other)):
            return piece == other
        close = math.isclose(float(piece), float(other), rel_tol=0, abs_tol=self.tolerance)
        return close and bool(POINT.search(piece + other))

    def with_lines_of(self, expected: Output) -> Output:
        """Return this output with the expected line wherever its own is close to that."""
        if not self.tolerance:
            return self
        rights, lines = expected.text.split("\n"), self.text.split("\n")
        for i, (right, line) in enumerate(zip(rights, lines, strict=False)):
            lines[i] = right if self._is_like(right, line) else line
        return replace(self, text="\n".join(lines))

    def file(self, name: str) -> Output:
        """The text of one of the files, to compare it like an output."""
        text = self.files.get(name, "")
        return replace(self, text=text, counts_line="", view="all", status=0, files={})

    __hash__ = None  # type: ignore[assignment]  # Equality depends on `lenient`.


def lines_of(text: str) -> list[str]:
    """Split at newlines only; `splitlines` splits at eight other characters too."""
    return text.removesuffix("\n").split("\n")
