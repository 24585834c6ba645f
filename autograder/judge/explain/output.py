"""The output of a program compared with the expected output, and the difference in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest

LONG_LINE = 80
MAX_COUNTS_LINE = 200


@dataclass(frozen=True, eq=False)
class Output:
    """The output of a program, or the part of it that `view` selects for comparison.

    `counts_line` is a regular expression for the line with the counts; without one, all lines are
    the solution. `lenient` outputs are compared word by word, `lenient_dashes` without regard to
    the number of dashes in a row. The exit `status` and the text of `files` that the program wrote
    are compared with all views but the one of the counts.
    """

    text: str
    counts_line: str = ""
    lenient: bool = False
    view: str = "all"
    lenient_dashes: bool = False
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

    def lines_like(self, expected: Output) -> list[str]:
        """Return the lines to explain a difference with: without the differences that are ignored.

        With lenient outputs, blank lines are left out, and a line is shown as it was expected if it
        has the words of an expected line.
        """
        lines = _split(self.compared) if self.compared else []
        if not self.lenient:
            return lines
        shown = {tuple(self._words(line)): line for line in _split(expected.compared)}
        words = ((tuple(self._words(line)), line) for line in lines)
        return [shown.get(key, line) for key, line in words if key]

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

    def _is_like(self, text: str, other: str) -> bool:
        return self._words(text) == self._words(other) if self.lenient else text == other

    def file(self, name: str) -> Output:
        """The text of one of the files, to compare it like an output."""
        text = self.files.get(name, "")
        return Output(text, "", self.lenient, lenient_dashes=self.lenient_dashes)

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
            return f"The output is right, but the file {name} is wrong.\n" + explain_file(
                expected.file(name), got.file(name)
            )
    return ""


def explain_file(expected: Output, got: Output) -> str:
    """Explain how a file differs: as with outputs, but it was written and not printed."""
    text = _explain_text(expected, got)
    text = re.sub(r"\A(Nothing|.* (?:was|were)) printed\.", r"\1 written.", text)
    return re.sub(r"(?m)^  printed:  ", "  written:  ", text)


def _explain_text(expected: Output, got: Output) -> str:
    expected_text, got_text = expected.compared, got.compared
    if not got.text.strip() and expected_text.strip():
        return "Nothing was printed."
    if expected_text.split() == got_text.split():
        return _white_space(expected_text, got_text)
    solution_is_right = bool(expected.counts_line) and expected.solution == got.solution
    if solution_is_right and expected.view != "solution":
        return _counts(expected.counts.compared, got.counts.compared, "The solution is right")
    if expected.view == "counts" and not got_text:
        return f"The line with the counts is missing: {expected_text.rstrip()}"
    if expected.view == "counts":
        return _counts(expected_text, got_text)
    return _lines(expected.lines_like(expected), got.lines_like(expected))


def _split(text: str) -> list[str]:
    """Split at newlines only; `splitlines` splits at eight other characters too."""
    return text.removesuffix("\n").split("\n")


def _white_space(expected_text: str, got_text: str) -> str:
    expected_lines, got_lines = _split(expected_text), _split(got_text)
    if expected_lines == got_lines:
        what = "is missing" if expected_text.endswith("\n") else "should not be there"
        return f"Only whitespace differs: the newline at the end of line {len(got_lines)} {what}."
    pairs = zip_longest(expected_lines, got_lines)
    number, (right, printed) = next(
        (n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1]
    )
    if len(got_lines) > len(expected_lines) and got_lines[number - 1].strip() == "":
        return f"Only whitespace differs: line {number} is empty and should not be there."
    both = _both(repr(right or ""), repr(printed or ""))
    return f"Only whitespace differs, on line {number}:\n{both}"


def _counts(expected_text: str, got_text: str, before: str = "") -> str:
    """Distinguish wrong numbers from wrong words. `before` says what is right."""
    if not got_text:
        return f"{before}, but the line with the counts is missing: {expected_text.rstrip()}"
    numbers, got_numbers = re.findall(r"\d+", expected_text), re.findall(r"\d+", got_text)
    if numbers and numbers == got_numbers:
        right = f"{before}, and so are the counts" if before else "The counts are right"
        says = f"{right}, but the text of their line differs"
    else:
        says = f"{before}, but the counts are wrong" if before else "The counts are wrong"
    return f"{says}:\n{_both(expected_text.rstrip(), got_text.rstrip())}"


def _lines(expected: list[str], got: list[str]) -> str:
    if len(got) > len(expected) and (extra := _missing_from(expected, got)):
        count = "One extra line was" if len(extra) == 1 else f"{len(extra)} extra lines were"
        return f"{count} printed. {_first_of(extra, got)}"
    if len(expected) > len(got) and (missing := _missing_from(got, expected)):
        count = "One line is" if len(missing) == 1 else f"{len(missing)} lines are"
        return f"{count} missing. {_first_of(missing, expected)}"
    lines = enumerate(zip(expected, got, strict=False), 1)
    number, (right, printed) = next((n, pair) for n, pair in lines if pair[0] != pair[1])
    pairs = enumerate(zip(right, printed, strict=False))
    alike = next((i for i, (one, other) in pairs if one != other), min(len(right), len(printed)))
    if max(len(right), len(printed)) <= LONG_LINE:
        alike = 0
    both = _both(_cut(right, alike), _cut(printed, alike))
    if right.casefold() == printed.casefold():
        return f"Line {number} differs only in upper and lower case:\n{both}"
    if not alike:
        return f"Line {number} differs:\n{both}"
    return f"Line {number} differs from character {alike + 1} onwards:\n{both}"


def _cut(line: str, position: int) -> str:
    """Return the part of a long line around a position."""
    start = max(0, position - LONG_LINE // 2)
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


def _first_of(indices: list[int], lines: list[str]) -> str:
    which = "It" if len(indices) == 1 else "The first"
    return f"{which} is line {indices[0] + 1}: {_cut(lines[indices[0]], 0)}"


def _both(right: str, printed: str) -> str:
    return f"  expected: {right}\n  printed:  {printed}"
