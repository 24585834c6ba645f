"""The combinations that fill a cage.

A combination is stored as a bitboard: in the cage its numbers alone, in other cells every
candidate that shares no line with an equal number of it. The union of a cage's combinations is one
`or` over them, and covers both the cage and the lines that cross it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import prod
from operator import or_

from autograder.puzzles.bitboard import Choice, Masks


def cage_combinations(
    masks: Masks, operation: str, target: int, cells: Sequence[int], candidates: int
) -> list[int]:
    """Return all combinations of candidates that fill a cage without a repeat in a line."""
    choices = [
        [choice for choice in masks.choices[cell] if choice[1] & candidates] for cell in cells
    ]
    if not all(choices):
        return []
    match operation:
        case "+":
            partial = _partial_sums(target, choices, candidates)
        case "*":
            partial = _partial_products(target, choices, candidates)
        case "=":
            partial = [(target, candidates)]
        case _:
            return _pairs(operation, target, choices, candidates)
    last = {number: (bit, mask) for number, bit, mask in choices[-1]}
    return [left & end[1] for rest, left in partial if (end := last.get(rest)) and left & end[0]]


def _pairs(operation: str, target: int, choices: list[list[Choice]], candidates: int) -> list[int]:
    second = {number: (bit, mask) for number, bit, mask in choices[1]}
    pairs = []
    for number, _, mask in choices[0]:
        left = candidates & mask
        if operation == "-":
            partners = [number - target, number + target]
        else:
            partners = [number * target]
            if number % target == 0 and target > 1:
                partners.append(number // target)
        for partner in partners:
            end = second.get(partner)
            if end and left & end[0]:
                pairs.append(left & end[1])
    return pairs


def _partial_sums(
    target: int, choices: list[list[Choice]], candidates: int
) -> list[tuple[int, int]]:
    """Fill all cells but the last; return the remaining target and candidates of each filling."""
    low = sum(options[0][0] for options in choices)
    high = sum(options[-1][0] for options in choices)
    partial = [(target, candidates)]
    for options in choices[:-1]:
        low -= options[0][0]
        high -= options[-1][0]
        partial = [
            (rest, left & mask)
            for before, left in partial
            for number, bit, mask in options
            if low <= (rest := before - number) <= high and left & bit
        ]
    return partial


def _partial_products(
    target: int, choices: list[list[Choice]], candidates: int
) -> list[tuple[int, int]]:
    high = prod(options[-1][0] for options in choices)
    partial = [(target, candidates)]
    for options in choices[:-1]:
        high //= options[-1][0]
        partial = [
            (before // number, left & mask)
            for before, left in partial
            for number, bit, mask in options
            if left & bit and before % number == 0 and before // number <= high
        ]
    return partial


def count_combinations(
    masks: Masks, operation: str, target: int, cells: Sequence[int], candidates: int
) -> int:
    """Return an upper bound of the number of combinations, for sums and products.

    Repeats in lines are not excluded, which makes counting cheap.
    """
    counts = {target: 1}
    for cell in cells:
        options = [number for number, bit, _ in masks.choices[cell] if bit & candidates]
        following: dict[int, int] = {}
        for rest, count in counts.items():
            for number in options:
                if operation == "+":
                    left = rest - number
                elif rest % number:
                    continue
                else:
                    left = rest // number
                if left >= 0:
                    following[left] = following.get(left, 0) + count
        counts = following
    return counts.get(0 if operation == "+" else 1, 0)


@dataclass(frozen=True, slots=True)
class TotalEncoding:
    """An encoding of sets of totals, sums or products, as the bits of an integer.

    Adding a number to every total of a set shifts the integer by the number's step. For a sum the
    step is the number. For a product it packs the exponents of the number's primes into separate
    fields, wide enough that an exponent that is too large or negative sets bits outside `possible`.

    Attributes:
        steps: The shift of each number.
        possible: All totals from which the target can still be reached.
        target: The cage's target.
    """

    steps: tuple[int, ...]
    possible: int
    target: int


MAX_TOTAL_BITS = 1 << 16
"""The length of an encoded product. Primes that do not fit are ignored."""


@lru_cache
def total_encoding(size: int, operation: str, target: int) -> TotalEncoding:
    """Return the encoding for a cage with operation + or * in a puzzle of this size."""
    if operation == "+":
        return TotalEncoding(tuple(range(size + 1)), (2 << target) - 1, 1 << target)
    steps = [0] * (size + 1)
    possible = width = 1
    goal = 0
    primes = [n for n in range(2, size + 1) if all(n % factor for factor in range(2, n))]
    for prime in sorted(primes, key=lambda prime: _exponent(target, prime)):
        most = _exponent(target, prime)
        exponents = [0] + [_exponent(number, prime) for number in range(1, size + 1)]
        wider = width * (most + max(exponents) + 1)
        if wider > MAX_TOTAL_BITS:
            break
        steps = [step + width * exponent for step, exponent in zip(steps, exponents, strict=True)]
        possible = reduce(or_, [possible << width * exponent for exponent in range(most + 1)])
        goal += width * most
        width = wider
    return TotalEncoding(tuple(steps), possible, 1 << goal)


def _exponent(number: int, prime: int) -> int:
    exponent = 0
    while number % prime == 0:
        number //= prime
        exponent += 1
    return exponent


def filter_by_total(
    masks: Masks, encoding: TotalEncoding, cells: Sequence[int], candidates: int
) -> int:
    """Remove candidates of a large cage that are part of no filling with its total.

    Lines are considered only for cells with a single candidate, which is removed from their lines.
    Return 0 if no filling has the total.
    """
    steps, possible = encoding.steps, encoding.possible
    options = []
    for cell in cells:
        choices = [choice for choice in masks.choices[cell] if choice[1] & candidates]
        if len(choices) == 1:
            candidates &= choices[0][2]
        options.append(choices)
    needed = [encoding.target]
    for choices in options[:0:-1]:
        after = needed[-1]
        totals = [after >> steps[number] for number, _, _ in choices]
        needed.append(reduce(or_, totals, 0) & possible)
    reached = 1
    for choices in options:
        after = needed.pop()
        following = 0
        for number, bit, _ in choices:
            total = reached << steps[number] & possible
            if total & after:
                following |= total
            else:
                candidates &= ~bit
        if not following:
            return 0
        reached = following
    return candidates
