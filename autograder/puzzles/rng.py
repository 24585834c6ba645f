"""Random choices that depend only on the seed, not on the platform or the version of Python.

Only `Random.random` is used: no other method is guaranteed to stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

_T = TypeVar("_T")


class SeededRandom:
    """A random generator seeded with any text."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed.encode(errors="surrogateescape"))

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1."""
        return int(self._random.random() * count)

    def choice(self, items: Sequence[_T]) -> _T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        return sorted(items, key=lambda _: self._random.random())

    def chance(self, probability: float) -> bool:
        """Return True with this probability."""
        return self._random.random() < probability
