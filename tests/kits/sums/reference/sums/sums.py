"""Solve a square of sums: read it from standard input and print the rows."""

import sys
from itertools import permutations


def read_sums(lines):
    """The target and the cells of each sum."""
    sums = []
    for line in lines:
        if line.split():
            _, target, _, *cells = line.split()
            sums.append((int(target), [(int(cell[0]), int(cell[1])) for cell in cells]))
    return sums


def solve(sums):
    """The first square with these sums."""
    orders = list(permutations([1, 2, 3]))
    for rows in ((a, b, c) for a in orders for b in orders for c in orders):
        if any(len(set(column)) < 3 for column in zip(*rows)):
            continue
        if all(sum(rows[y][x] for y, x in cells) == target for target, cells in sums):
            return rows


if __name__ == "__main__":
    for row in solve(read_sums(sys.stdin.read().split("\n")[1:])):
        print(*row)
