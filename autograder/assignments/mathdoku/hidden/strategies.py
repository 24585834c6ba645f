"""Three strategies for mathdoku, each undoing fewer guesses than the one before.

Each takes a puzzle's text and returns the solution, as `print` does, and the number of guesses it
undid. The totals for the puzzles of both test_choices.py are in assignment.toml; a submission's
`choices` are compared with them.
"""

from itertools import product
from math import prod


def read(text):
    """Return the size and, for each group, its cells, target and operator."""
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


def grid_text(grid):
    size = max(grid)[0] + 1
    return "".join("".join(str(grid[y, x]) for x in range(size)) + "\n" for y in range(size))


class Plain:
    """Fill cells in reading order with increasing numbers that their row and column do not hold.

    A number is a guess unless it is the last one left; a group is checked after its last cell is
    filled in, so a number that does not fit is undone like any other.
    """

    def __init__(self, text):
        self.size, self.groups = read(text)
        self.group_of = {cell: group for group in self.groups.values() for cell in group[0]}
        self.cells = sorted(self.group_of)
        self.undone = 0
        self.grid = {}

    def solve(self):
        return (grid_text(self.grid) if self.fill(0) else ""), self.undone

    def fill(self, index):
        if index == len(self.cells):
            return True
        cell = self.cells[index]
        used = {number for other, number in self.grid.items() if in_line(cell, other)}
        possible = [number for number in range(1, self.size + 1) if number not in used]
        for number in possible:
            self.grid[cell] = number
            if self.group_fits(cell) and self.fill(index + 1):
                return True
            self.undone += number != possible[-1]
            del self.grid[cell]
        return False

    def group_fits(self, cell):
        cells, target, operator = self.group_of[cell]
        full = all(other in self.grid for other in cells)
        return not full or fits([self.grid[other] for other in cells], target, operator)


class Domains:
    """Guess in the cell with the smallest domain; a guess is a number where others are possible.

    The number of a cell is eliminated from its row and column, and the last open cell of a group
    keeps only the numbers that fit.
    """

    def __init__(self, text):
        self.size, self.groups = read(text)
        self.undone = 0
        self.group_of = {cell: group for group in self.groups.values() for cell in group[0]}

    def solve(self):
        numbers = range(1, self.size + 1)
        domains = {cell: set(numbers) for cell in self.group_of}
        solved = self.search(domains)
        return (
            grid_text({cell: min(d) for cell, d in solved.items()}) if solved else ""
        ), self.undone

    def search(self, domains):
        domains = self.reduced(domains)
        if domains is None:
            return None
        undecided = [cell for cell, domain in domains.items() if len(domain) > 1]
        if not undecided:
            return domains
        cell = min(undecided, key=lambda cell: (len(domains[cell]), cell))
        *guesses, last = sorted(domains[cell])
        for number in guesses:
            if solved := self.search(domains | {cell: {number}}):
                return solved
            self.undone += 1
        return self.search(domains | {cell: {last}})

    def reduced(self, domains):
        """Return the domains after all eliminations, or None if one is empty."""
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
        undecided = [cell for cell in cells if len(domains[cell]) != 1]
        if len(undecided) <= 1 and all(domains[cell] for cell in cells):
            last = undecided[0] if undecided else cells[0]
            others = [min(domains[cell]) for cell in cells if cell != last]
            domains[last] = {n for n in domains[last] if fits([*others, n], target, operator)}


class Combinations(Domains):
    """Domains, but the cells of a group keep only the numbers of combinations that fit."""

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
