"""Explain wrong counts: which mistake in counting checks and backtracks leads to them?

A brute-force search, independent of the reference, keeps the tallies from which most wrong counts
follow. A wrong rule for partly filled cages changes the search itself, so each such rule has a
search of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

SIZE = 5
MOST_CHECKS_FACTOR = 10
"""A search by a wrong rule stops after this many times the right number of checks."""

PartialCageRule = Callable[[int, int, int], bool]
"""Is a cage with empty cells valid? Takes its total, its sum and the number of its empty cells."""


def below(total: int, cage_sum: int, _empty: int) -> bool:
    """The rule of the assignment."""
    return total < cage_sum


def up_to(total: int, cage_sum: int, _empty: int) -> bool:
    return total <= cage_sum


def always_valid(_total: int, _cage_sum: int, _empty: int) -> bool:
    return True


def room_for_ones(total: int, cage_sum: int, empty: int) -> bool:
    return total + empty <= cage_sum


def within_reach(total: int, cage_sum: int, empty: int) -> bool:
    return cage_sum - SIZE * empty <= total < cage_sum


@dataclass
class Tallies:
    """What was counted in one search.

    `checks` are numbers placed, `backtracks` cells set back to 0. `backtrack_runs` counts
    backtracks without a check between them as one. `separate_checks` counts tests of rows, of
    columns and of cages, where a test is made only if those before it find no fault.
    """

    checks: int = 0
    backtracks: int = 0
    failed_checks: int = 0
    backtrack_runs: int = 0
    separate_checks: int = 0

    @property
    def counts(self) -> tuple[int, int]:
        return self.checks, self.backtracks


@dataclass(frozen=True)
class Mistake:
    """A wrong way of counting. `description` continues the words "if it"."""

    description: str
    counts: Callable[[Tallies], tuple[int, int]]
    rule: PartialCageRule = below


MISTAKES = (
    Mistake(
        "lets a cage with an empty cell reach its sum (its total must stay below the sum)",
        lambda tallies: tallies.counts,
        up_to,
    ),
    Mistake(
        "tests full cages only (the total of a cage with an empty cell must stay below its sum)",
        lambda tallies: tallies.counts,
        always_valid,
    ),
    Mistake(
        "demands room for a 1 in every empty cell of a cage"
        " (its total must stay below the sum, and no more)",
        lambda tallies: tallies.counts,
        room_for_ones,
    ),
    Mistake(
        f"rejects a cage that {SIZE}s in its empty cells would not fill"
        " (its total must stay below the sum, and no more)",
        lambda tallies: tallies.counts,
        within_reach,
    ),
    Mistake(
        f"counts a check when a cell would go above {SIZE} (a {SIZE + 1} must not be checked)",
        lambda tallies: (tallies.checks + tallies.backtracks, tallies.backtracks),
    ),
    Mistake(
        "counts a backtrack for every failed check (only a cell set back to 0 is a backtrack)",
        lambda tallies: (tallies.checks, tallies.failed_checks),
    ),
    Mistake(
        "counts several backtracks in a row as one (every cell set back to 0 is a backtrack)",
        lambda tallies: (tallies.checks, tallies.backtrack_runs),
    ),
    Mistake(
        "checks the full board once more (its last number has already been checked)",
        lambda tallies: (tallies.checks + 1, tallies.backtracks),
    ),
    Mistake(
        "counts rows, columns and cages as separate checks (together they are one check)",
        lambda tallies: (tallies.separate_checks, tallies.backtracks),
    ),
)


def explain(puzzle_text: str, output_text: str) -> str:
    """Return a sentence on why a program may have printed these counts; "" if there is none."""
    printed = counts_in(output_text)
    if printed is None:
        return ""
    cages = read_cages(puzzle_text)
    right = search(cages)
    if printed == right.counts:
        return ""
    most_checks = min(printed[0], MOST_CHECKS_FACTOR * right.checks)
    tallies = {below: right}
    for rule in (up_to, always_valid, room_for_ones, within_reach):
        tallies[rule] = search(cages, rule, most_checks)
    descriptions = [
        mistake.description
        for mistake in MISTAKES
        if mistake.counts(tallies[mistake.rule]) == printed
    ]
    if not descriptions:
        return ""
    return f"A program prints these counts if it {', or if it '.join(descriptions)}."


def counts_in(output_text: str) -> tuple[int, int] | None:
    """Return checks and backtracks from the last line that has both."""
    pattern = re.compile(r"(?i)checks?\D{0,9}(\d{1,9})\D{1,9}backtracks?\D{0,9}(\d{1,9})(?!\d)")
    for line in reversed(output_text.splitlines()):
        if match := pattern.search(line):
            return int(match[1]), int(match[2])
    return None


def read_cages(puzzle_text: str) -> list[list[int]]:
    """Return the cages of an input: each its sum, the number of its cells, and the cells."""
    number_of_cages, *lines = puzzle_text.splitlines()
    return [[int(word) for word in line.split()] for line in lines[: int(number_of_cages)]]


def search(
    cages: list[list[int]], rule: PartialCageRule = below, most_checks: int | None = None
) -> Tallies:
    """Search for the first solution; stop without one after more than `most_checks`."""
    cage_of = {cell: (cage[0], cage[2:]) for cage in cages for cell in cage[2:]}
    no_cage: tuple[int, list[int]] = (0, [])
    numbers = [0] * SIZE**2
    tallies, cell, backtracked = Tallies(), 0, False
    while 0 <= cell < SIZE**2 and (most_checks is None or tallies.checks <= most_checks):
        if numbers[cell] == SIZE:
            numbers[cell] = 0
            tallies.backtracks += 1
            tallies.backtrack_runs += not backtracked
            cell, backtracked = cell - 1, True
            continue
        numbers[cell] += 1
        tests, valid = check_cell(numbers, cell, *cage_of.get(cell, no_cage), rule)
        tallies.checks += 1
        tallies.separate_checks += tests
        tallies.failed_checks += not valid
        cell, backtracked = cell + valid, False
    return tallies


def check_cell(
    numbers: list[int], cell: int, cage_sum: int, cage: list[int], rule: PartialCageRule
) -> tuple[int, bool]:
    """Test the row, column and cage of the number just placed, up to the first fault.

    Returns how many of the three were tested, and whether the number is valid.
    """
    if numbers[cell] in numbers[cell - cell % SIZE : cell]:
        return 1, False
    if numbers[cell] in numbers[cell % SIZE : cell : SIZE]:
        return 2, False
    if not cage:
        return 3, True
    total = sum(numbers[other] for other in cage)
    empty = sum(other > cell for other in cage)
    return 3, rule(total, cage_sum, empty) if empty else total == cage_sum
