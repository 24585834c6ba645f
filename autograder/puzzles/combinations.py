"""The ways to fill a cage.

A way is kept as the candidates that it leaves on the whole square: in the cage its numbers alone,
elsewhere whatever does not share a line with an equal one of them. So the candidates that some
way leaves are one `or` over the ways, for the cage and for the lines that cross it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import prod
from operator import or_

from autograder.puzzles.bitboard import Choice, Square


def ways(
    square: Square, operation: str, target: int, cells: Sequence[int], candidates: int
) -> list[int]:
    """All ways to fill a cage with candidates, none where two equal numbers share a line."""
    choices = [
        [choice for choice in square.choices[cell] if choice[1] & candidates] for cell in cells
    ]
    if not all(choices):
        return []
    match operation:
        case "+":
            found = _sums(target, choices, candidates)
        case "*":
            found = _products(target, choices, candidates)
        case "=":
            found = [(target, candidates)]
        case _:
            return _pairs(operation, target, choices, candidates)
    last = {number: (bit, keeps) for number, bit, keeps in choices[-1]}
    return [left & end[1] for rest, left in found if (end := last.get(rest)) and left & end[0]]


def _pairs(operation: str, target: int, choices: list[list[Choice]], candidates: int) -> list[int]:
    second = {number: (bit, keeps) for number, bit, keeps in choices[1]}
    found = []
    for number, _, keeps in choices[0]:
        left = candidates & keeps
        if operation == "-":
            others = [number - target, number + target]
        else:
            others = [number * target]
            if number % target == 0 and target > 1:
                others.append(number // target)
        for other in others:
            end = second.get(other)
            if end and left & end[0]:
                found.append(left & end[1])
    return found


def _sums(target: int, choices: list[list[Choice]], candidates: int) -> list[tuple[int, int]]:
    """For all but the last cell: what is left of the target, and of the candidates."""
    low = sum(options[0][0] for options in choices)
    high = sum(options[-1][0] for options in choices)
    found = [(target, candidates)]
    for options in choices[:-1]:
        low -= options[0][0]
        high -= options[-1][0]
        found = [
            (rest, left & keeps)
            for before, left in found
            for number, bit, keeps in options
            if low <= (rest := before - number) <= high and left & bit
        ]
    return found


def _products(target: int, choices: list[list[Choice]], candidates: int) -> list[tuple[int, int]]:
    high = prod(options[-1][0] for options in choices)
    found = [(target, candidates)]
    for options in choices[:-1]:
        high //= options[-1][0]
        found = [
            (before // number, left & keeps)
            for before, left in found
            for number, bit, keeps in options
            if left & bit and before % number == 0 and before // number <= high
        ]
    return found


def count(
    square: Square, operation: str, target: int, cells: Sequence[int], candidates: int
) -> int:
    """How many ways there are at most: lines are left out, which makes counting cheap.

    Only for sums and products.
    """
    totals = {target: 1}
    for cell in cells:
        options = [number for number, bit, _ in square.choices[cell] if bit & candidates]
        following: dict[int, int] = {}
        for rest, times in totals.items():
            for number in options:
                if operation == "+":
                    left = rest - number
                elif rest % number:
                    continue
                else:
                    left = rest // number
                if left >= 0:
                    following[left] = following.get(left, 0) + times
        totals = following
    return totals.get(0 if operation == "+" else 1, 0)


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals that some cells of a large cage can have, as bits of an integer.

    A number shifts them by its step. For a sum that is the number. For a product it is made of
    the exponents of its primes, each with a field for itself, wide enough that exponents that
    are too large, or negative, show as bits that are not `possible`.
    """

    steps: tuple[int, ...]
    possible: int
    goal: int


WIDEST = 1 << 16
"""Bits of the totals of a product. What primes would need more are left out of account."""


@lru_cache
def totals(size: int, operation: str, target: int) -> Totals:
    """For a cage of this operation, + or *, in a square of this size."""
    if operation == "+":
        return Totals(tuple(range(size + 1)), (2 << target) - 1, 1 << target)
    steps = [0] * (size + 1)
    possible = width = 1
    goal = 0
    primes = [n for n in range(2, size + 1) if all(n % factor for factor in range(2, n))]
    for prime in sorted(primes, key=lambda prime: _exponent(target, prime)):
        most = _exponent(target, prime)
        exponents = [0] + [_exponent(number, prime) for number in range(1, size + 1)]
        wider = width * (most + max(exponents) + 1)
        if wider > WIDEST:
            break
        steps = [step + width * own for step, own in zip(steps, exponents, strict=True)]
        possible = reduce(or_, [possible << width * own for own in range(most + 1)])
        goal += width * most
        width = wider
    return Totals(tuple(steps), possible, 1 << goal)


def _exponent(number: int, prime: int) -> int:
    exponent = 0
    while number % prime == 0:
        number //= prime
        exponent += 1
    return exponent


def squeezed(square: Square, limits: Totals, cells: Sequence[int], candidates: int) -> int:
    """The candidates without those in the cells of a large cage that cannot be part of its total.

    Lines count in so far as a number that is the only one left in a cell leaves its lines. 0 if
    nothing can be the total.
    """
    steps, possible = limits.steps, limits.possible
    options = []
    for cell in cells:
        own = [choice for choice in square.choices[cell] if choice[1] & candidates]
        if len(own) == 1:
            candidates &= own[0][2]
        options.append(own)
    ahead = [limits.goal]
    for own in options[:0:-1]:
        after = ahead[-1]
        ahead.append(reduce(or_, [after >> steps[number] for number, _, _ in own], 0) & possible)
    behind = 1
    for own in options:
        after = ahead.pop()
        reached = 0
        for number, bit, _ in own:
            total = behind << steps[number] & possible
            if total & after:
                reached |= total
            else:
                candidates &= ~bit
        if not reached:
            return 0
        behind = reached
    return candidates
