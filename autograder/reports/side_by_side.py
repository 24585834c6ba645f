"""What a program printed next to what is expected, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from io import StringIO
from itertools import zip_longest

from autograder.safetext import escape

MAX_COMPARED = 400
"""Longer outputs are compared line by line, not aligned, which could be slow."""
MAX_ROWS = 40
CONTEXT = 2
SPACE, TAB, DIFFERS = "·", "→", "✗"


@dataclass(frozen=True)
class LinePair:
    """A line that was printed and the expected one, with their numbers; "" and 0 for none."""

    printed: str
    expected: str
    number: int
    expected_number: int

    @property
    def differs(self) -> bool:
        return self.printed != self.expected or not (self.number and self.expected_number)


def side_by_side(printed: str, expected: str, width: int, title: str = "printed") -> str:
    """Render two outputs in two columns; lines that differ are marked, and show their spaces.

    A caret marks the first character that differs in the first line that does.
    """
    pairs = list(_pairs(printed, expected))
    differing = [i for i, pair in enumerate(pairs) if pair.differs]
    near = {i + k for i in differing for k in range(-CONTEXT, CONTEXT + 1)}
    shown = [i for i in range(len(pairs)) if i in near]
    column = max(10, (width - 11) // 2)
    lines = [f"       {title:<{column}}  expected".rstrip()]
    previous = -1
    for i in shown[:MAX_ROWS]:
        if i > previous + 1:
            lines.append("       ...")
        lines += _rendered(pairs[i], column, is_first=bool(differing) and i == differing[0])
        previous = i
    if len(shown) > MAX_ROWS or (shown and shown[-1] < len(pairs) - 1):
        lines.append("       ...")
    return "".join(f"{line}\n" for line in lines)


def _pairs(printed: str, expected: str) -> Iterator[LinePair]:
    ours, theirs = list(StringIO(printed)), list(StringIO(expected))  # Split at newlines only.
    if max(len(ours), len(theirs)) > MAX_COMPARED:
        yield from _zipped(ours, theirs, 0, 0)
        return
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    for _, a, b, c, d in matcher.get_opcodes():
        yield from _zipped(ours[a:b], theirs[c:d], a, c)


def _zipped(
    ours: Sequence[str], theirs: Sequence[str], first: int, first_expected: int
) -> Iterator[LinePair]:
    for i, (printed, expected) in enumerate(zip_longest(ours, theirs), 1):
        number = first + i if printed is not None else 0
        expected_number = first_expected + i if expected is not None else 0
        yield LinePair(printed or "", expected or "", number, expected_number)


def _rendered(pair: LinePair, column: int, *, is_first: bool) -> Iterator[str]:
    mark = DIFFERS if pair.differs else " "
    number = str(pair.number or "")
    texts = [_visible(text, spaces=pair.differs) for text in (pair.printed, pair.expected)]
    at = _first_difference(*texts) if is_first else 0
    start = max(0, at - column // 2)
    cells = [_excerpt(text, start, column) for text in texts]
    yield f"{mark}{number:>4}  {cells[0]:<{column}}  {cells[1]}".rstrip()
    if is_first:
        yield f"       {' ' * (at - start + bool(start))}^ the first difference"


def _first_difference(one: str, other: str) -> int:
    both = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in both if a != b), min(len(one), len(other)))


def _visible(line: str, *, spaces: bool) -> str:
    """Return a line without control characters, in which tabs can be seen.

    With `spaces`, for a wrong line, they and a missing line ending can be seen, too.
    """
    text = escape(line.removesuffix("\n").replace("\t", TAB))
    if spaces:
        text = text.replace(" ", SPACE)
        text += "" if line.endswith("\n") or not line else " (no newline)"
    return text


def _excerpt(text: str, start: int, column: int) -> str:
    text = ("…" if start else "") + text[start:]
    return text if len(text) <= column else f"{text[: column - 1]}…"
