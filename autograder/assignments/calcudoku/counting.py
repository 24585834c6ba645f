"""Which way of counting gives these numbers? Brute force once more, apart from the reference.

It places the numbers as solver.py has to, but looks only at the row, the column and the cage of the
cell just filled, and keeps tallies from which most ways of counting follow. A rule of its own for
partly filled cages changes the search itself, so each such rule takes a walk of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

SIZE = 5
PATIENCE = 10
"""A walk by another rule is given up after so many times the right number of checks."""

Rule = Callable[[int, int, int], bool]
"""May a cage hold this total (first), given its sum (second) and its empty cells (third)?"""


def below(total: int, cage_sum: int, _empty: int) -> bool:
    return total < cage_sum


def up_to(total: int, cage_sum: int, _empty: int) -> bool:
    return total <= cage_sum


def anything(_total: int, _cage_sum: int, _empty: int) -> bool:
    return True


def room_for_ones(total: int, cage_sum: int, empty: int) -> bool:
    return total + empty <= cage_sum


def within_reach(total: int, cage_sum: int, empty: int) -> bool:
    return cage_sum - SIZE * empty <= total < cage_sum


@dataclass
class Walk:
    """Tallies of one search.

    `checks` are numbers placed, `backtracks` cells set back to 0. `chains` are backtracks with no
    check between them, taken as one. `single_tests` counts the tests of rows, of columns and of
    cages, each made only where those before it find nothing.
    """

    checks: int = 0
    backtracks: int = 0
    failed_checks: int = 0
    chains: int = 0
    single_tests: int = 0

    @property
    def counts(self) -> tuple[int, int]:
        return self.checks, self.backtracks


@dataclass(frozen=True)
class Mistake:
    """A wrong way of counting. `says` goes on after "a program that"."""

    name: str
    says: str
    counts: Callable[[Walk], tuple[int, int]]
    rule: Rule = below


MISTAKES = (
    Mistake(
        "partial sum reached",
        "lets a cage with empty cells reach its sum (it has to stay below)",
        lambda walk: walk.counts,
        up_to,
    ),
    Mistake(
        "no partial test",
        "tests full cages only (a cage with empty cells has to stay below its sum)",
        lambda walk: walk.counts,
        anything,
    ),
    Mistake(
        "room for ones",
        "wants room for a 1 in every empty cell of a cage (it has to stay below its sum, no more)",
        lambda walk: walk.counts,
        room_for_ones,
    ),
    Mistake(
        "within reach",
        f"asks whether {SIZE}s could still fill a cage (it has to stay below its sum, no more)",
        lambda walk: walk.counts,
        within_reach,
    ),
    Mistake(
        "overflow checked",
        f"counts a check when a cell passes {SIZE} (such a number is never checked)",
        lambda walk: (walk.checks + walk.backtracks, walk.backtracks),
    ),
    Mistake(
        "backtrack at failed check",
        "counts a backtrack at every failed check (only a cell set back to 0 is one)",
        lambda walk: (walk.checks, walk.failed_checks),
    ),
    Mistake(
        "chain counted once",
        "counts backtracks in a row as one (every cell set back to 0 is one)",
        lambda walk: (walk.checks, walk.chains),
    ),
    Mistake(
        "check at the end",
        "checks the full board once more (its last number has been checked already)",
        lambda walk: (walk.checks + 1, walk.backtracks),
    ),
    Mistake(
        "one by one",
        "counts rows, columns and cages as checks of their own (together they are one check)",
        lambda walk: (walk.single_tests, walk.backtracks),
    ),
)


def look_like(puzzle_text: str, output_text: str) -> str:
    """What the numbers that a program printed for a puzzle tell; empty where that is nothing."""
    printed = counts_in(output_text)
    if printed is None:
        return ""
    cages = read_cages(puzzle_text)
    right = search(cages)
    if printed == right.counts:
        return "The numbers are right, but the line is not written exactly as asked."
    most = min(printed[0], PATIENCE * right.checks)
    walks = {below: right}
    for rule in (up_to, anything, room_for_ones, within_reach):
        walks[rule] = search(cages, rule, most)
    says = [mistake.says for mistake in MISTAKES if mistake.counts(walks[mistake.rule]) == printed]
    return f"These are the numbers of a program that {', or one that '.join(says)}." if says else ""


def counts_in(output_text: str) -> tuple[int, int] | None:
    """Checks and backtracks as the last line with both has them."""
    pattern = re.compile(r"(?i)checks\D{0,9}(\d{1,9})\D{1,9}backtracks\D{0,9}(\d{1,9})(?!\d)")
    for line in reversed(output_text.splitlines()):
        if found := pattern.search(line):
            return int(found[1]), int(found[2])
    return None


def read_cages(puzzle_text: str) -> list[list[int]]:
    """The cages of an input, each its sum, the number of its cells, and the cells."""
    number_of_cages, *lines = puzzle_text.splitlines()
    return [[int(word) for word in line.split()] for line in lines[: int(number_of_cages)]]


def search(cages: list[list[int]], rule: Rule = below, most_checks: int | None = None) -> Walk:
    """Search for the first solution, and stop short of it after more than `most_checks`."""
    home = {cell: (cage[0], cage[2:]) for cage in cages for cell in cage[2:]}
    no_cage: tuple[int, list[int]] = (0, [])
    numbers = [0] * SIZE**2
    walk, cell, backing = Walk(), 0, False
    while 0 <= cell < SIZE**2 and (most_checks is None or walk.checks <= most_checks):
        if numbers[cell] == SIZE:
            numbers[cell] = 0
            walk.backtracks += 1
            walk.chains += not backing
            cell, backing = cell - 1, True
            continue
        numbers[cell] += 1
        tests, valid = try_cell(numbers, cell, *home.get(cell, no_cage), rule)
        walk.checks += 1
        walk.single_tests += tests
        walk.failed_checks += not valid
        cell, backing = cell + valid, False
    return walk


def try_cell(
    numbers: list[int], cell: int, cage_sum: int, cage: list[int], rule: Rule
) -> tuple[int, bool]:
    """How many of row, column and cage are tested, and whether the number just placed is valid."""
    if numbers[cell] in numbers[cell - cell % SIZE : cell]:
        return 1, False
    if numbers[cell] in numbers[cell % SIZE : cell : SIZE]:
        return 2, False
    if not cage:
        return 3, True
    total = sum(numbers[other] for other in cage)
    empty = sum(other > cell for other in cage)
    return 3, rule(total, cage_sum, empty) if empty else total == cage_sum
