"""Find grids in the output of programs: rows of numbers, with any other text around them."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.puzzles.model import OPERATIONS, Grid


def grids(text: str, size: int) -> Iterator[Grid]:
    """The grids in a text, each of `size` consecutive rows, the last grid first.

    A row has `size` numbers, separated by whitespace or, if each has one digit, written as one
    word: `1 4 2 3`, `1423`. Any other single character, such as a letter or a dot, is an empty
    cell, except the sign of an operation, since a line `a 2 /` is a clue. All rows of a grid are
    written in the same way, and one of its cells has a number. A word below a grid is not taken
    for its last row. Numbers may be larger than `size`.
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    rows = [_row(words, size) for words in lines]
    is_word = [len(words) == 1 for words in lines]
    for first in range(len(rows) - size, -1, -1):
        grid = [row for row in rows[first : first + size] if row]
        if len(grid) < size or not any(map(any, grid)):
            continue
        above = rows[first - 1] if first and is_word[first - 1] else None
        ends_with_word = is_word[first] and not any(grid[-1]) and above and any(above)
        if len(set(is_word[first : first + size])) == 1 and not ends_with_word:
            yield tuple(grid)


def _row(words: list[str], size: int) -> tuple[int, ...] | None:
    if len(words) == 1 and len(words[0]) == size:
        words = list(words[0])
    if len(words) != size or not all(_is_number(word) or _is_empty_cell(word) for word in words):
        return None
    return tuple(int(word) if _is_number(word) else 0 for word in words)


def _is_number(word: str) -> bool:
    return len(word) <= 2 and word.isascii() and word.isdecimal()


def _is_empty_cell(word: str) -> bool:
    return len(word) == 1 and word not in OPERATIONS
