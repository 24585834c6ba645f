"""The rules of mathdoku by a second method, independent of the reference."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

Grid = list[tuple[int, ...]]


def parse_square(text: str) -> list[str]:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return lines[: len(lines[0])]


def parse(text: str) -> tuple[list[str], list[tuple[str, int, str]]]:
    lines = [line for line in text.split("\n") if line.strip()]
    size = len(lines[0])
    fields = [line.split() for line in lines[size:]]
    return lines[:size], [(group, int(target), operator) for group, target, operator in fields]


def group_fits(rows: Grid, square: list[str], group: str, target: int, operator: str) -> bool:
    cells = itertools.product(range(len(square)), repeat=2)
    numbers = [rows[y][x] for y, x in cells if square[y][x] == group]
    low, high = min(numbers), max(numbers)
    return {
        "+": sum(numbers) == target,
        "*": math.prod(numbers) == target,
        "-": len(numbers) == 2 and high - low == target,
        "/": len(numbers) == 2 and high == low * target,
        "=": numbers == [target],
    }[operator]


def is_solution(rows: Grid, text: str) -> bool:
    square, constraints = parse(text)
    numbers = set(range(1, len(square) + 1))
    lines = [*rows, *zip(*rows, strict=True)]
    return all(set(line) == numbers for line in lines) and all(
        group_fits(rows, square, *constraint) for constraint in constraints
    )


def solutions(text: str) -> Iterator[Grid]:
    square, _ = parse(text)
    rows = list(itertools.permutations(range(1, len(square) + 1)))

    def extend(grid: Grid) -> Iterator[Grid]:
        if len(grid) == len(square):
            if is_solution(grid, text):
                yield grid
            return
        for row in rows:
            if not any(a == b for above in grid for a, b in zip(above, row, strict=True)):
                yield from extend([*grid, row])

    yield from extend([])


def grid_of(printed: str) -> Grid:
    return [tuple(map(int, row)) for row in printed.splitlines()]
