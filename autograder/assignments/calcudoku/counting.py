"""Explain wrong counts: which mistake in counting checks and backtracks leads to them?

The tallies of a brute-force search, independent of the reference, explain most wrong counts. A
wrong rule for partly filled cages changes the search itself, so each such rule has a search of its
own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

SIZE = 5
MAX_CHECKS_FACTOR = 10
"""A search by a wrong rule stops after this many times the right number of checks."""

TESTS_UNTIL = {"row": 1, "column": 2, "cage": 3, "": 3}
"""How many of row, column and cage are tested until a fault is found."""

Cages = list[tuple[int, list[int]]]
"""The sum of each cage, and its cells."""

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
    most_checks = min(printed[0], MAX_CHECKS_FACTOR * right.checks)
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


def read_cages(puzzle_text: str) -> Cages:
    """Read lines that have the sum of a cage, the number of its cells, and the cells."""
    number_of_cages, *lines = puzzle_text.splitlines()
    cages = [[int(word) for word in line.split()] for line in lines[: int(number_of_cages)]]
    return [(cage[0], cage[2:]) for cage in cages]


def search(cages: Cages, rule: PartialCageRule = below, most_checks: int | None = None) -> Tallies:
    """Search for the first solution; stop without one after more than `most_checks`."""
    # Few submissions print wrong counts, and importing the package takes a while.
    from autograder.puzzles.brute_force import brute_force

    def is_valid(cage_sum: int, numbers: list[int]) -> bool:
        total, empty = sum(numbers), numbers.count(0)
        return rule(total, cage_sum, empty) if empty else total == cage_sum

    tallies, backtracked = Tallies(), False
    for _, number, fault in brute_force(SIZE, cages, is_valid):
        if number == 0:
            tallies.backtracks += 1
            tallies.backtrack_runs += not backtracked
        else:
            tallies.checks += 1
            tallies.failed_checks += bool(fault)
            tallies.separate_checks += TESTS_UNTIL[fault]
        backtracked = number == 0
        if most_checks is not None and tallies.checks > most_checks:
            break
    return tallies
