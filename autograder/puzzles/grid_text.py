"""Grids as programs print them: rows of numbers, whatever else stands above and below."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.puzzles.model import OPERATIONS, Grid


def grids(text: str, size: int) -> Iterator[Grid]:
    """Each `size` lines in a row that are rows of a grid, the last ones first.

    A row is as many numbers, apart or, where each has one digit, side by side: `1 4 2 3`, `1423`.
    Any other sign in the place of a number, such as a letter or a dot, is an empty cell, but for
    those of operations, as a line `a 2 /` is a clue. All rows of a grid are written in one of these
    ways. A grid without any number is none, and a word below a grid is no row. Nothing tells that
    numbers are of the puzzle's.
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    rows = [_row(words, size) for words in lines]
    is_word = [len(words) == 1 for words in lines]
    for first in range(len(rows) - size, -1, -1):
        found = [row for row in rows[first : first + size] if row]
        if len(found) < size or not any(map(any, found)):
            continue
        above = rows[first - 1] if first and is_word[first - 1] else None
        has_slid = is_word[first] and not any(found[-1]) and above and any(above)
        if len(set(is_word[first : first + size])) == 1 and not has_slid:
            yield tuple(found)


def _row(words: list[str], size: int) -> tuple[int, ...] | None:
    if len(words) == 1 and len(words[0]) == size:
        words = list(words[0])
    if len(words) != size or not all(_is_number(word) or _is_sign(word) for word in words):
        return None
    return tuple(int(word) if _is_number(word) else 0 for word in words)


def _is_number(word: str) -> bool:
    return len(word) <= 2 and word.isascii() and word.isdecimal()


def _is_sign(word: str) -> bool:
    return len(word) == 1 and word not in OPERATIONS
