"""The output of a program compared with the expected output, and the difference in words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest

from autograder.judge.render.pairs import alike_until

LONG_LINE = 80
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
        """Is it the line with the counts? Long lines are not searched, which could be slow."""
        return len(line) <= MAX_COUNTS_LINE and bool(re.search(self.counts_line, line))

    def _words(self, text: str) -> list[str]:
        """Return what lenient outputs compare of a text."""
        return (re.sub("-+", "-", text) if self.lenient_dashes else text).split()

    @property
    def lines(self) -> list[str]:
        """The lines to explain a difference with; of lenient outputs, without what is ignored."""
        lines = _split(self.compared) if self.compared else []
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


def explain_output(expected: Output, got: Output) -> str:
    """Explain in a few lines how two outputs differ that are not equal."""
    if not got.prints_like(expected):
        return _explain_text(expected, got)
    if got.status != expected.status:
        return f"The output is right, but the exit status is {got.status}, not {expected.status}."
    for name in sorted(expected.files.keys() | got.files.keys()):
        if name not in got.files:
            return f"The output is right, but the file {name} was not written."
        if name not in expected.files:
            return f"The output is right, but the file {name} should not be written."
        if got.file(name) != expected.file(name):
            difference = explain_file(expected.file(name), got.file(name))
            return f"The output is right, but the file {name} is wrong.\n{difference}"
    return ""


def explain_file(expected: Output, got: Output) -> str:
    """Explain how a file differs: as with outputs, but it was written and not printed."""
    return _explain_text(expected, got, "written")


def _explain_text(expected: Output, got: Output, verb: str = "printed") -> str:
    got = got.with_lines_of(expected)
    expected_text, got_text = expected.compared, got.compared
    if not got.text.strip() and expected_text.strip():
        return f"Nothing was {verb}."
    if expected_text.split() == got_text.split():
        return _white_space(expected_text, got_text, verb)
    solution_is_right = bool(expected.counts_line) and expected.solution == got.solution
    if expected.view == "counts" or (solution_is_right and expected.view == "all"):
        before = "The solution is right" if solution_is_right else ""
        return _counts(expected.counts.compared.rstrip(), got.counts.compared.rstrip(), before)
    return _lines(expected, got, verb)


def _split(text: str) -> list[str]:
    """Split at newlines only; `splitlines` splits at eight other characters too."""
    return text.removesuffix("\n").split("\n")


def _white_space(expected_text: str, got_text: str, verb: str) -> str:
    expected, got = _split(expected_text), _split(got_text)
    if expected == got:
        what = "is missing" if expected_text.endswith("\n") else "should not be there"
        return f"Only whitespace differs: the newline at the end of line {len(got)} {what}."
    number, (right, printed) = _first_difference(zip_longest(expected, got))
    if len(got) > len(expected) and not got[number].strip():
        return f"Only whitespace differs: line {number + 1} is empty and should not be there."
    both = _both(repr(right or ""), repr(printed or ""), verb)
    return f"Only whitespace differs, on line {number + 1}:\n{both}"


def _first_difference(pairs: Iterable[tuple[str, str]]) -> tuple[int, tuple[str, str]]:
    return next((i, pair) for i, pair in enumerate(pairs) if pair[0] != pair[1])


def _counts(expected: str, got: str, before: str) -> str:
    """Distinguish wrong numbers from wrong words. `before` says what is right."""
    are_right = re.findall(r"\d+", expected) == re.findall(r"\d+", got)
    says = "the text of the line with the counts differs" if are_right else "the counts are wrong"
    says = f"{says}:\n{_both(expected, got)}"
    if not got:
        says = f"the line with the counts is missing: {expected}"
    return f"{before}, but {says}" if before else f"{says[0].upper()}{says[1:]}"


def _lines(expected: Output, got: Output, verb: str) -> str:
    for fewer, more, one, many in (
        (expected.lines, got.lines, f"One extra line was {verb}.", f"extra lines were {verb}."),
        (got.lines, expected.lines, "One line is missing.", "lines are missing."),
    ):
        if beyond := _missing_from(fewer, more):
            count = one if len(beyond) == 1 else f"{len(beyond)} {many}"
            which = "It" if len(beyond) == 1 else "The first"
            return f"{count} {which} is line {beyond[0] + 1}: {_cut(more[beyond[0]], 0)}"
    number, (right, printed) = _first_difference(zip(expected.lines, got.lines, strict=False))
    alike = alike_until(right, printed)
    both = _both(_cut(right, alike), _cut(printed, alike), verb)
    how = " only in upper and lower case" if right.casefold() == printed.casefold() else ""
    same_text = NUMBER.sub("", right) == NUMBER.sub("", printed)
    if expected.float_digits and same_text and POINT.search(right + printed):
        how = f" by more than {expected.tolerance:.{expected.float_digits}f}"
    return f"Line {number + 1} differs{how}:\n{both}"


def _cut(line: str, position: int) -> str:
    """Return the part of a long line around a position."""
    start = max(0, position - LONG_LINE // 2) if len(line) > LONG_LINE else 0
    end = start + LONG_LINE
    return ("…" if start else "") + line[start:end] + ("…" if len(line) > end else "")


def _missing_from(fewer: list[str], more: list[str]) -> list[int]:
    """Return the indices of the extra lines in `more`; empty unless it contains all of `fewer`."""
    beyond, position = [], 0
    for i, line in enumerate(more):
        if position < len(fewer) and line == fewer[position]:
            position += 1
        else:
            beyond.append(i)
    return beyond if position == len(fewer) else []


def _both(right: str, printed: str, verb: str = "printed") -> str:
    return f"  expected: {right}\n  {verb}:  {printed}"
