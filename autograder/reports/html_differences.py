"""Two texts side by side, split into pieces, with those that differ marked.

The time is proportional to the length of the texts, which a submission may choose.
"""

from __future__ import annotations

import re
from itertools import groupby

MarkedPiece = tuple[str, bool]
"""A part of a text, and whether the other text differs there."""
MarkedText = list[MarkedPiece]


def mark_differences(one: str, other: str) -> tuple[MarkedText, MarkedText]:
    """Split both texts into pieces. Nothing is marked where no word is alike."""
    lines, others = one.splitlines(keepends=True), other.splitlines(keepends=True)
    left: MarkedText
    right: MarkedText
    if len(lines) == len(others):
        left, right = [], []
        for pair in zip(lines, others, strict=True):
            ours, theirs = _marked(*_tokens(*pair))
            left += ours
            right += theirs
    else:
        left, right = _marked(lines, others)
    alike = [text for text, differs in [*left, *right] if not differs]
    if any(re.search(r"\w", text) for text in alike):
        return left, right
    return [(one, False)], [(other, False)]


def _tokens(line: str, other: str) -> tuple[list[str], list[str]]:
    """Split lines into words and signs, or single words of one length into characters."""
    words, others = (re.findall(r"\s+|\w+|[^\w\s]", text) for text in (line, other))
    if len(words) == len(others) <= 2 and len(line) == len(other):
        return list(line), list(other)
    return words, others


def _marked(one: list[str], other: list[str]) -> tuple[MarkedText, MarkedText]:
    """Mark the tokens that differ; of unequally many, all between the first and the last."""
    count = min(len(one), len(other))
    if len(one) == len(other):
        differing = [a != b and bool(a.strip()) for a, b in zip(one, other, strict=True)]
        return _merged(one, differing), _merged(other, differing)
    begin = next((i for i in range(count) if one[i] != other[i]), count)
    rest = count - begin
    end = next((i for i in range(rest) if one[-1 - i] != other[-1 - i]), rest)
    left, right = (
        _merged(side, [begin <= i < len(side) - end for i in range(len(side))])
        for side in (one, other)
    )
    return left, right


def _merged(tokens: list[str], differing: list[bool]) -> MarkedText:
    pairs = groupby(zip(tokens, differing, strict=True), lambda pair: pair[1])
    return [("".join(token for token, _ in group), differs) for differs, group in pairs]
