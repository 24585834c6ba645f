"""Three ways to solve a mathdoku puzzle, each with fewer guesses to undo than the one before.

Each takes a puzzle's text, and gives the solution as `print` does, and how many guesses it undid.
What they undo in the puzzles of both test_choices.py stands in assignment.toml, and is what a
submission's `choices` are measured by.
"""

from itertools import product
from math import prod


def read(text):
    """The size, and of each group its cells, target and operator."""
    lines = text.splitlines()
    size = len(lines[0])
    groups = {}
    for line in lines[size:]:
        name, target, operator = line.split()
        cells = [(y, x) for y in range(size) for x in range(size) if lines[y][x] == name]
        groups[name] = (cells, int(target), operator)
    return size, groups


def fits(numbers, target, operator):
    if operator == "-":
        return max(numbers) - min(numbers) == target
    if operator == "/":
        return max(numbers) == min(numbers) * target
    return (prod(numbers) if operator == "*" else sum(numbers)) == target


def in_line(cell, other):
    return cell != other and (cell[0] == other[0] or cell[1] == other[1])


def shown(grid):
    size = max(grid)[0] + 1
    return "".join("".join(str(grid[y, x]) for x in range(size)) + "\n" for y in range(size))


class Plain:
    """Cells in reading order, numbers in increasing order; a guess is every number that stays.

    A number stays if row and column lack it and its group, should it be full now, fits.
    """

    def __init__(self, text):
        self.size, self.groups = read(text)
        self.group_of = {cell: group for group in self.groups.values() for cell in group[0]}
        self.cells = sorted(self.group_of)
        self.undone = 0
        self.grid = {}

    def solve(self):
        return (shown(self.grid) if self.fill(0) else ""), self.undone

    def fill(self, index):
        if index == len(self.cells):
            return True
        cell = self.cells[index]
        for number in range(1, self.size + 1):
            if any(in_line(cell, other) and n == number for other, n in self.grid.items()):
                continue
            self.grid[cell] = number
            if self.group_fits(cell):
                if self.fill(index + 1):
                    return True
                self.undone += 1
            del self.grid[cell]
        return False

    def group_fits(self, cell):
        cells, target, operator = self.group_of[cell]
        full = all(other in self.grid for other in cells)
        return not full or fits([self.grid[other] for other in cells], target, operator)


class Domains:
    """The cell with the fewest numbers first; a guess is a number where there are others.

    A number that a cell holds is gone from row and column, and a group that has one empty cell
    leaves it the numbers that fit.
    """

    def __init__(self, text):
        self.size, self.groups = read(text)
        self.undone = 0
        self.group_of = {cell: group for group in self.groups.values() for cell in group[0]}

    def solve(self):
        numbers = range(1, self.size + 1)
        domains = {cell: set(numbers) for cell in self.group_of}
        solved = self.search(domains)
        return (shown({cell: min(d) for cell, d in solved.items()}) if solved else ""), self.undone

    def search(self, domains):
        domains = self.reduced(domains)
        if domains is None:
            return None
        unsure = [cell for cell, domain in domains.items() if len(domain) > 1]
        if not unsure:
            return domains
        cell = min(unsure, key=lambda cell: (len(domains[cell]), cell))
        *guesses, last = sorted(domains[cell])
        for number in guesses:
            if solved := self.search(domains | {cell: {number}}):
                return solved
            self.undone += 1
        return self.search(domains | {cell: {last}})

    def reduced(self, domains):
        """The domains after all that follows, or None if one is empty."""
        domains = dict(domains)
        before = None
        while domains != before:
            before = dict(domains)
            for cell, domain in before.items():
                if len(domain) == 1:
                    for other in filter(lambda other: in_line(cell, other), domains):
                        domains[other] = domains[other] - domain
            for group in self.groups.values():
                self.reduce_group(domains, *group)
            if not all(domains.values()):
                return None
        return domains

    def reduce_group(self, domains, cells, target, operator):
        unsure = [cell for cell in cells if len(domains[cell]) != 1]
        if len(unsure) <= 1 and all(domains[cell] for cell in cells):
            last = unsure[0] if unsure else cells[0]
            known = [min(domains[cell]) for cell in cells if cell != last]
            domains[last] = {n for n in domains[last] if fits([*known, n], target, operator)}


class Combinations(Domains):
    """The same, but each group leaves its cells the numbers of all combinations that fit it."""

    def reduce_group(self, domains, cells, target, operator):
        ways = [
            way
            for way in product(*(domains[cell] for cell in cells))
            if fits(way, target, operator) and not self.clash(cells, way)
        ]
        for i, cell in enumerate(cells):
            domains[cell] = {way[i] for way in ways}

    def clash(self, cells, way):
        pairs = list(zip(cells, way, strict=True))
        return any(in_line(c, d) and m == n for c, m in pairs for d, n in pairs)


STRATEGIES = {"plain": Plain, "domains": Domains, "combinations": Combinations}
