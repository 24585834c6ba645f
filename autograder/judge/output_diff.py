"""What a program printed beside what it should have printed, and the difference in words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

LONG_LINE = 80
MAX_COUNTS_LINE = 200


@dataclass(frozen=True, eq=False)
class Output:
    """The output of a program, or the part of it that is to be compared.

    `counts_line` is a regular expression for the line with counts; without one, all is solution.
    `lenient` outputs are compared word by word.
    """

    text: str
    counts_line: str = ""
    lenient: bool = False
    view: str = "all"

    @property
    def solution(self) -> Output:
        """All but the line with counts."""
        return replace(self, view="solution")

    @property
    def counts(self) -> Output:
        """The line with counts."""
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
        """Long lines have none: to search them could take a pattern very long."""
        return len(line) <= MAX_COUNTS_LINE and bool(re.search(self.counts_line, line))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Output):
            return NotImplemented
        if self.lenient:
            return self.compared.split() == other.compared.split()
        return self.compared == other.compared

    __hash__ = None  # type: ignore[assignment]  # Equality is of words where it is lenient.


def explain(expected: Output, got: Output) -> str:
    """Say in one or a few lines what differs between two outputs that are not equal."""
    wanted, found = expected.compared, got.compared
    if not got.text.strip():
        return "Nothing was printed."
    if wanted.split() == found.split():
        return _white_space(wanted, found)
    solution_is_right = bool(expected.counts_line) and expected.solution == got.solution
    if solution_is_right and expected.view != "solution":
        return _counts(expected.counts.compared, got.counts.compared)
    if expected.view == "counts" and not found:
        return f"The line with the counts is missing: {wanted.rstrip()}"
    if expected.view == "counts":
        return f"The counts are not right:\n{_both(wanted.rstrip(), found.rstrip())}"
    return _lines(_split(wanted), _split(found))


def _split(text: str) -> list[str]:
    """Lines, ended by newlines alone: `splitlines` knows eight more ends."""
    return text.removesuffix("\n").split("\n")


def _white_space(wanted: str, found: str) -> str:
    want_lines, have_lines = _split(wanted), _split(found)
    if want_lines == have_lines:
        what = "is missing" if wanted.endswith("\n") else "should not be there"
        return (
            f"Only white space differs: the end of the last line (line {len(have_lines)}) {what}."
        )
    pairs = zip_longest(want_lines, have_lines)
    number, (want, have) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    if len(have_lines) > len(want_lines) and have_lines[number - 1].strip() == "":
        return f"Only white space differs: line {number} is empty and should not be there."
    return (
        f"Only white space differs, on line {number}:\n{_both(repr(want or ''), repr(have or ''))}"
    )


def _counts(wanted: str, found: str) -> str:
    if not found:
        return f"The solution is right, but the line with the counts is missing: {wanted.rstrip()}"
    return f"The solution is right, the counts are not:\n{_both(wanted.rstrip(), found.rstrip())}"


def _lines(wanted: list[str], found: list[str]) -> str:
    if len(found) > len(wanted) and (extra := _missing_from(wanted, found)):
        number, line = extra[0] + 1, _cut(found[extra[0]], 0)
        return f"{_lines_are(extra, 'too many')} Line {number} should not be there: {line}"
    if len(wanted) > len(found) and (missing := _missing_from(found, wanted)):
        number, line = missing[0] + 1, _cut(wanted[missing[0]], 0)
        which = "It" if len(missing) == 1 else "The first"
        return f"{_lines_are(missing, 'missing')} {which} is line {number}: {line}"
    lines = enumerate(zip(wanted, found, strict=False), 1)
    number, (want, have) = next((n, pair) for n, pair in lines if pair[0] != pair[1])
    if want.casefold() == have.casefold():
        both = _both(_cut(want, 0), _cut(have, 0))
        return f"Line {number} differs in small and capital letters only:\n{both}"
    pairs = enumerate(zip(want, have, strict=False))
    alike = next((i for i, (one, other) in pairs if one != other), min(len(want), len(have)))
    if max(len(want), len(have)) <= LONG_LINE or not alike:
        return f"Line {number} differs:\n{_both(_cut(want, 0), _cut(have, 0))}"
    both = _both(_cut(want, alike), _cut(have, alike))
    return f"Line {number} differs from character {alike + 1} on:\n{both}"


def _cut(line: str, place: int) -> str:
    """The part of a long line around a place."""
    start = max(0, place - LONG_LINE // 2)
    end = start + LONG_LINE
    return ("…" if start else "") + line[start:end] + ("…" if len(line) > end else "")


def _missing_from(fewer: list[str], more: list[str]) -> list[int]:
    """Indices of the lines that `more` has beyond `fewer`; empty when `fewer` is not all in it."""
    beyond, position = [], 0
    for i, line in enumerate(more):
        if position < len(fewer) and line == fewer[position]:
            position += 1
        else:
            beyond.append(i)
    return beyond if position == len(fewer) else []


def _lines_are(lines: list[int], what: str) -> str:
    return f"One line is {what}." if len(lines) == 1 else f"{len(lines)} lines are {what}."


def _both(want: str, have: str) -> str:
    return f"  expected: {want}\n  printed:  {have}"
