"""Draws that are the same for a seed on every platform and version of Python.

Of the random numbers only `Random.random` is used, which alone is promised never to change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Draws from a seed, which may be any text."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed.encode(errors="surrogateescape"))

    def below(self, count: int) -> int:
        """A number from 0 to count - 1."""
        return int(self._random.random() * count)

    def one(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        return sorted(items, key=lambda _: self._random.random())

    def happens(self, probability: float) -> bool:
        return self._random.random() < probability
