"""How the output of a program differs from the expected one, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest

from autograder.judge.program_output import NUMBER, POINT, Output, lines_of
from autograder.judge.render.pairs import common_prefix_length
from autograder.report import Compared

LONG_LINE = 80


@dataclass(frozen=True)
class Difference:
    """How two outputs differ: a sentence, and the first lines that differ."""

    says: str = ""
    compared: Compared | None = None


def explain_output(expected: Output, got: Output) -> Difference:
    """Explain how two outputs differ that are not equal."""
    if not got.prints_like(expected):
        return _explain_text(expected, got)
    if got.status != expected.status:
        says = f"The output is right, but the exit status is {got.status}, not {expected.status}."
        return Difference(says)
    for name in sorted(expected.files.keys() | got.files.keys()):
        if name not in got.files:
            return Difference(f"The output is right, but the file {name} was not written.")
        if name not in expected.files:
            return Difference(f"The output is right, but the file {name} should not be written.")
        if got.file(name) != expected.file(name):
            found = explain_file(expected.file(name), got.file(name))
            says = f"The output is right, but the file {name} is wrong.\n{found.says}"
            return replace(found, says=says)
    return Difference()


def explain_file(expected: Output, got: Output) -> Difference:
    """Explain how a file differs: as with outputs, but it was written and not printed."""
    return _explain_text(expected, got, "written")


def _explain_text(expected: Output, got: Output, verb: str = "printed") -> Difference:
    got = got.with_lines_of(expected)
    expected_text, got_text = expected.compared, got.compared
    if not got.text.strip() and expected_text.strip():
        return Difference(f"Nothing was {verb}.")
    if expected_text.split() == got_text.split():
        return _white_space(expected_text, got_text, verb)
    solution_is_right = bool(expected.counts_line) and expected.solution == got.solution
    if expected.view == "counts" or (solution_is_right and expected.view == "all"):
        before = "The solution is right" if solution_is_right else ""
        return _counts(expected.counts.compared.rstrip(), got.counts.compared.rstrip(), before)
    return _differing_lines(expected, got, verb)


def _white_space(expected_text: str, got_text: str, verb: str) -> Difference:
    expected, got = lines_of(expected_text), lines_of(got_text)
    if expected == got:
        what = "is missing" if expected_text.endswith("\n") else "should not be there"
        says = f"Only whitespace differs: the newline at the end of line {len(got)} {what}."
        return Difference(says)
    number, (right, printed) = first_difference(zip_longest(expected, got))
    if len(got) > len(expected) and not got[number].strip():
        says = f"Only whitespace differs: line {number + 1} is empty and should not be there."
        return Difference(says)
    compared = Compared(repr(right or ""), repr(printed or ""), verb)
    return Difference(f"Only whitespace differs, on line {number + 1}:", compared)


def first_difference(pairs: Iterable[tuple[str, str]]) -> tuple[int, tuple[str, str]]:
    return next((i, pair) for i, pair in enumerate(pairs) if pair[0] != pair[1])


def _counts(expected: str, got: str, before: str) -> Difference:
    """Distinguish wrong numbers from wrong words. `before` says what is right."""
    are_right = re.findall(r"\d+", expected) == re.findall(r"\d+", got)
    says = "the text of the line with the counts differs" if are_right else "the counts are wrong"
    says, compared = f"{says}:", Compared(expected, got)
    if not got:
        says, compared = "the line with the counts is missing:", Compared(expected, None)
    return Difference(
        f"{before}, but {says}" if before else f"{says[0].upper()}{says[1:]}", compared
    )


def _differing_lines(expected: Output, got: Output, verb: str) -> Difference:
    wanted, lines = expected.lines, got.lines
    for fewer, more, one, many in (
        (wanted, lines, f"One extra line was {verb}.", f"extra lines were {verb}."),
        (lines, wanted, "One line is missing.", "lines are missing."),
    ):
        if beyond := _missing_from(fewer, more):
            count = one if len(beyond) == 1 else f"{len(beyond)} {many}"
            which = "It" if len(beyond) == 1 else "The first"
            line = _cut(more[beyond[0]], 0)
            compared = Compared(line, None, verb) if more is wanted else Compared(None, line, verb)
            return Difference(f"{count} {which} is line {beyond[0] + 1}:", compared)
    number, (right, printed) = first_difference(zip(wanted, lines, strict=False))
    alike = common_prefix_length(right, printed)
    how = " only in upper and lower case" if right.casefold() == printed.casefold() else ""
    same_text = NUMBER.sub("", right) == NUMBER.sub("", printed)
    if expected.float_digits and same_text and POINT.search(right + printed):
        how = f" by more than {expected.tolerance:.{expected.float_digits}f}"
    compared = Compared(_cut(right, alike), _cut(printed, alike), verb)
    return Difference(f"Line {number + 1} differs{how}:", compared)


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
