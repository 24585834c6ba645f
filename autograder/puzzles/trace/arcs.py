"""The arcs of AC-3, and what is consistent.

Domains are sets of values in the bits of a number, as in steps.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import prod

from autograder.puzzles.model import LARGEST, Cage, Cell, Puzzle
from autograder.puzzles.trace.steps import bits, numbers_in
from autograder.puzzles.trace.words import fitting

Domains = dict[Cell, int]

Fault = tuple[str, tuple[Cell, ...]]
"""What is not consistent, and the cells that say so."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A value at `first` needs one at `second` that it goes with.

    They differ (!), their sum is at most the target (+), or their product divides it (*).
    """

    kind: str
    first: Cell
    second: Cell
    target: int = 0

    def __str__(self) -> str:
        return {
            "!": f"{self.first} and {self.second} have to differ",
            "+": f"{self.first} + {self.second} is at most {self.target}",
            "*": f"{self.first} * {self.second} divides {self.target}",
        }[self.kind]

    def left(self, domains: Domains) -> int:
        """The domain of `first` without the values that go with nothing at `second`."""
        domain, others = domains[self.first], domains[self.second]
        if self.kind == "!":
            return domain & ~others if is_one(others) else domain
        return domain & _partners(self.kind, self.target, others)


@lru_cache(maxsize=1 << 14)
def _partners(kind: str, target: int, domain: int) -> int:
    """All values whose sum, or product, with at least one of the domain suits the target."""
    others = numbers_in(domain)
    if kind == "+":
        return bits(v for v in range(1, LARGEST + 1) if v + min(others) <= target)
    return bits(
        v for v in range(1, LARGEST + 1) if any(target % (v * other) == 0 for other in others)
    )


def arcs_of(puzzle: Puzzle) -> list[Arc]:
    """All arcs, each once. Cages with -, / and = have none."""
    differ = [
        Arc("!", first, second)
        for _, line in _lines(puzzle.size)
        for first, second in permutations(line, 2)
    ]
    return differ + [
        Arc(operation, first, second, cage.target)
        for operation in "+*"
        for cage in puzzle.cages
        if cage.operation == operation
        for first, second in permutations(cage.cells, 2)
    ]


def _lines(size: int) -> Iterator[tuple[str, list[Cell]]]:
    for i in range(size):
        yield f"row {i}", [(i, column) for column in range(size)]
        yield f"column {i}", [(row, i) for row in range(size)]


def fault_in(puzzle: Puzzle, domains: Domains) -> Fault | None:
    """The first row, column or cage whose values do not go together.

    A cell has a value if one is left in its domain.
    """
    values = {cell: numbers_in(domain)[0] for cell, domain in domains.items() if is_one(domain)}
    for name, line in _lines(puzzle.size):
        cell_of: dict[int, Cell] = {}
        for cell in line:
            value = values.get(cell)
            if value in cell_of:
                return f"{name} holds {value} twice", (cell_of[value], cell)
            if value:
                cell_of[value] = cell
    for cage in puzzle.cages:
        reason = _cage_fault(cage, [values[cell] for cell in cage.cells if cell in values])
        if reason:
            return reason, cage.cells
    return None


def is_one(domain: int) -> bool:
    return domain.bit_count() == 1


def _cage_fault(cage: Cage, values: list[int]) -> str:
    missing = len(cage.cells) - len(values)
    if not missing:
        return "" if cage.allows(values) else fitting(cage, values)
    if cage.operation == "+" and sum(values) + missing > cage.target:
        return f"{sum(values)} in {cage} leaves no 1 for each other cell"
    if cage.operation == "*" and cage.target % prod(values):
        return f"{prod(values)} in {cage} does not divide {cage.target}"
    return ""
