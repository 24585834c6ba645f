"""Two texts side by side, split into pieces, with those that differ marked."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby

MarkedPiece = tuple[str, bool]
"""A part of a text, and whether the other text differs there."""
MarkedText = list[MarkedPiece]


def mark_differences(one: str, other: str) -> tuple[MarkedText, MarkedText]:
    """Split both texts into pieces. Nothing is marked where nothing is alike.

    Its time is proportional to the length of the texts.
    """
    lines, others = one.split("\n"), other.split("\n")
    if len(lines) == len(others):
        pairs = [_mark_line(line, right) for line, right in zip(lines, others, strict=True)]
        left, right = ([side[i] for side in pairs] for i in (0, 1))
        both = _joined(left), _joined(right)
    else:
        both = _mark_middle([f"{line}\n" for line in lines], [f"{line}\n" for line in others])
        both = _without_last_newline(both[0]), _without_last_newline(both[1])
    if any(_is_alike(pieces) for pieces in both):
        return both
    return [(one, False)], [(other, False)]


def _mark_line(line: str, other: str) -> tuple[MarkedText, MarkedText]:
    words, others = _words(line), _words(other)
    if len(words) == len(others) == 1 and len(line) == len(other):
        words, others = list(line), list(other)
    if len(words) == len(others):
        differing = [w != o and bool(w.strip()) for w, o in zip(words, others, strict=True)]
        return _merged(words, differing), _merged(others, differing)
    if all(text.startswith("[") and text.endswith("]") for text in (line, other)):
        return _mark_items(_items(line), _items(other))
    return _mark_middle(words, others)


def _items(line: str) -> list[str]:
    """Split the text of a list into its brackets, items and commas."""
    pieces, item, depth = ["["], "", 0
    for char in line[1:-1]:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            pieces += [item, ","]
            item = ""
        else:
            item += char
    return [*pieces, item, "]"]


def _mark_items(one: list[str], other: list[str]) -> tuple[MarkedText, MarkedText]:
    """Mark the items that the other list lacks, wherever they are in it."""
    left, right = (Counter(map(str.strip, items)) for items in (one, other))
    return _mark_surplus(one, left - right), _mark_surplus(other, right - left)


def _mark_surplus(items: list[str], surplus: Counter[str]) -> MarkedText:
    """Mark as many of each item as there are too many; of a list's signs, none."""
    pieces: MarkedText = []
    for item in items:
        text = item.strip()
        differs = text not in ("[", ",", "]", "") and surplus[text] > 0
        surplus[text] -= differs
        space = item[: len(item) - len(item.lstrip())]
        pieces += [(space, False), (item[len(space) :], differs)]
    return [piece for piece in pieces if piece[0]]


def _words(line: str) -> list[str]:
    return re.findall(r"\s+|\w+|[^\w\s]", line)


def _mark_middle(one: list[str], other: list[str]) -> tuple[MarkedText, MarkedText]:
    """Mark what is between the common beginning and the common end."""
    shorter = min(len(one), len(other))
    begin = next((i for i in range(shorter) if one[i] != other[i]), shorter)
    rest = shorter - begin
    end = next((i for i in range(rest) if one[-1 - i] != other[-1 - i]), rest)
    left, right = (
        _merged(parts, [begin <= i < len(parts) - end for i in range(len(parts))])
        for parts in (one, other)
    )
    return left, right


def _merged(parts: list[str], differing: list[bool]) -> MarkedText:
    pairs = groupby(zip(parts, differing, strict=True), lambda pair: pair[1])
    return [("".join(part for part, _ in group), differs) for differs, group in pairs]


def _joined(lines: list[MarkedText]) -> MarkedText:
    pieces = [piece for line in lines for piece in [*line, ("\n", False)]]
    return pieces[:-1]


def _without_last_newline(pieces: MarkedText) -> MarkedText:
    if not pieces:
        return pieces
    text, differs = pieces[-1]
    return [*pieces[:-1], (text.removesuffix("\n"), differs)]


def _is_alike(pieces: MarkedText) -> bool:
    """Is a word unmarked? Signs and spaces are alike in most texts."""
    return any(not differs and re.search(r"\w", text) for text, differs in pieces)
