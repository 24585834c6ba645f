"""Mathdoku: load a puzzle, check that it is ready to solve, and solve it.

A cell is (row, column), both counted from 0. A group is the cells that show the same character; its
constraint is an operator and the target that its numbers give. A line is a row or a column.
"""

from collections.abc import Callable
from math import factorial, prod
from typing import NamedTuple, TextIO

Cell = tuple[int, int]
_Domains = dict[Cell, set[int]]
_Combination = tuple[int, ...]
_MAX_COMBINATIONS = 9**5
_FITS: dict[str, Callable[[_Combination, int], bool]] = {
    "+": lambda numbers, target: sum(numbers) == target,
    "*": lambda numbers, target: prod(numbers) == target,
    "-": lambda numbers, target: max(numbers) - min(numbers) == target,
    "/": lambda numbers, target: max(numbers) == min(numbers) * target,
    "=": lambda numbers, target: numbers == (target,),
}


class Mathdoku:
    """A mathdoku puzzle: load it, check that it is ready, solve it, print it.

    An object holds one puzzle at a time: none before the first load or after a failed load.
    Without a puzzle it is not ready, has no solution, prints nothing and counts no choices.
    """

    def __init__(self) -> None:
        self._rows: list[str] = []
        self._groups: list[_Group] = []
        self._solution: dict[Cell, int] = {}
        self._choices = 0

    def load_puzzle(self, stream: TextIO) -> bool:
        """Read a puzzle from a stream, in place of the last one; return False if it is not one.

        A puzzle is a square of n rows with n characters each, then a line for each constraint:
        character, target, operator. ready_to_solve checks whether these make sense.
        """
        self._rows, self._groups = _read_puzzle(stream)
        self._solution, self._choices = {}, 0
        return len(self._rows) > 0

    def ready_to_solve(self) -> bool:
        """Return whether the puzzle is complete and each group, on its own, could be filled.

        Every group is connected by the sides of its cells and has one constraint: an operator that
        its number of cells allows, and a target that numbers from 1 to n in its cells could give.
        """
        constrained = sorted(group.character for group in self._groups)
        return (
            len(self._rows) > 0
            and constrained == sorted(set("".join(self._rows)))
            and all(g.is_connected() and g.is_possible(len(self._rows)) for g in self._groups)
        )

    def solve(self) -> bool:
        """Find a solution and keep it; return False if there is none or the puzzle is not ready."""
        self._solution, self._choices = {}, 0
        if self.ready_to_solve():
            numbers = range(1, len(self._rows) + 1)
            domains = {cell: set(numbers) for group in self._groups for cell in group.cells}
            solved = self._search(domains, _Rules(self._groups, len(self._rows)))
            self._solution = {cell: min(domain) for cell, domain in solved.items()}
        return len(self._solution) > 0

    def _search(self, domains: _Domains, rules: "_Rules") -> _Domains:
        """Propagate and guess until each domain has one number; return {} if that is impossible."""
        domains = rules.propagate(domains)
        undecided = [cell for cell in domains if len(domains[cell]) > 1]
        if not undecided:
            return domains
        cell = min(undecided, key=lambda cell: len(domains[cell]))
        guess = min(domains[cell])
        solved = self._search(_assign(domains, cell, guess), rules)
        if not solved:
            self._choices += 1
            solved = self._search(_eliminate(domains, [cell], {guess}), rules)
        return solved

    def print(self) -> str:
        r"""Return the rows, each ending in \n: numbers once solved, else group characters."""
        text = ""
        for y, row in enumerate(self._rows):
            for x, group in enumerate(row):
                text += str(self._solution.get((y, x), group))
            text += "\n"
        return text

    def choices(self) -> int:
        """Return how many guesses the last solve undid; the only number left is not a guess."""
        return self._choices


class _Group(NamedTuple):
    """A constraint as it was read, with the cells of its group; a target of 0 is invalid."""

    character: str
    target: int
    operator: str
    cells: list[Cell]

    def is_connected(self) -> bool:
        reached = set[Cell]()
        waiting = self.cells[:1]
        while waiting:
            y, x = waiting.pop()
            reached.add((y, x))
            adjacent = {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} - reached
            waiting += [cell for cell in self.cells if cell in adjacent]
        return len(reached) == len(self.cells)

    def is_possible(self, size: int) -> bool:
        """Return whether that many numbers from 1 to size could give the target."""
        count, target = len(self.cells), self.target
        if self.operator == "+":
            return count <= target <= count * size
        if self.operator == "*":  # Has the target no prime factor above size?
            return 1 <= target <= size**count and pow(factorial(size), count, target) == 0
        if self.operator == "-":
            return count == 2 and 1 <= target < size
        if self.operator == "/":  # 1 would need one number twice in a line.
            return count == 2 and 2 <= target <= size
        return self.operator == "=" and count == 1 and 1 <= target <= size

    def combinations(self, domains: _Domains) -> list[_Combination]:
        """Return all ways to fill the cells from their domains that give the target."""
        partial: list[_Combination] = [()]
        for i, (y, x) in enumerate(self.cells):
            in_line = [j for j, cell in enumerate(self.cells[:i]) if cell[0] == y or cell[1] == x]
            partial = [
                (*numbers, number)
                for numbers in partial
                for number in domains[y, x].difference(numbers[j] for j in in_line)
            ]
        fits = _FITS[self.operator]
        return [numbers for numbers in partial if fits(numbers, self.target)]


def _read_puzzle(stream: TextIO) -> tuple[list[str], list[_Group]]:
    """Return the rows of the square and its groups; no rows if the text is not a puzzle."""
    try:
        lines = [line.strip() for line in stream if line.strip()]
    except (OSError, UnicodeDecodeError):
        lines = []
    size = len(lines[0]) if lines else 0
    rows, constraints = lines[:size], [line.split() for line in lines[size:]]
    if not _is_square(rows) or any(len(c) != 3 or len(c[0]) != 1 for c in constraints):
        return [], []
    return rows, [_Group(c, _positive(t), op, _cells_of(c, rows)) for c, t, op in constraints]


def _is_square(rows: list[str]) -> bool:
    return all(len(row) == len(rows) == len(rows[0]) and len(row.split()) == 1 for row in rows)


def _positive(text: str) -> int:
    """Return the number that a text writes in digits, or 0; no target has 100 digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 100 else 0


def _cells_of(character: str, rows: list[str]) -> list[Cell]:
    return [(y, x) for y, row in enumerate(rows) for x, c in enumerate(row) if c == character]


class _Rules:
    """Rules that eliminate numbers from domains; the domain of a cell is its possible numbers.

    - Combinations: a cell keeps the numbers that some combination of its group puts there.
    - Claims: numbers that all combinations of a group put into a line leave the rest of the line.
    - Singles: the number of a cell is eliminated from the rest of its lines, and a number with
      only one place in a line goes there.
    """

    def __init__(self, groups: list[_Group], size: int) -> None:
        rows = [[(y, x) for x in range(size)] for y in range(size)]
        self.lines = rows + [list(column) for column in zip(*rows, strict=True)]
        self.groups = groups
        self.lines_of = {
            group.character: [line for line in self.lines if set(line) & set(group.cells)]
            for group in groups
        }

    def propagate(self, domains: _Domains) -> _Domains:
        """Apply the rules until nothing changes; return {} if a domain becomes empty.

        A group is left out while its cells have the domains that they had one pass earlier.
        """
        before: _Domains = {}
        while domains != before and all(domains.values()):
            earlier, before = before, domains
            for group in self.groups:
                if [domains[c] for c in group.cells] != [earlier.get(c) for c in group.cells]:
                    domains = self.apply_combinations(domains, group)
            for line in self.lines:
                domains = self.apply_singles(domains, line)
        return domains if all(domains.values()) else {}

    def apply_combinations(self, domains: _Domains, group: _Group) -> _Domains:
        """Apply combinations and claims, unless there are too many combinations to list."""
        if prod(len(domains[cell]) for cell in group.cells) > _MAX_COMBINATIONS:
            return domains
        combinations = group.combinations(domains)
        reduced = dict(domains)
        for i, cell in enumerate(group.cells):
            reduced[cell] = {numbers[i] for numbers in combinations}
        for line in self.lines_of[group.character] if combinations else []:
            inside = [i for i, cell in enumerate(group.cells) if cell in line]
            in_each = [{numbers[i] for i in inside} for numbers in combinations]
            outside = [cell for cell in line if cell not in group.cells]
            reduced = _eliminate(reduced, outside, set.intersection(*in_each))
        return reduced

    def apply_singles(self, domains: _Domains, line: list[Cell]) -> _Domains:
        for cell in line:
            if len(domains[cell]) == 1:
                domains = _eliminate(domains, [c for c in line if c != cell], domains[cell])
        for number in range(1, len(line) + 1):
            places = [cell for cell in line if number in domains[cell]]
            if len(places) < 2:  # No place at all is a contradiction: the domains become empty.
                domains = domains | {cell: domains[cell] & {number} for cell in places or line}
        return domains


def _assign(domains: _Domains, cell: Cell, number: int) -> _Domains:
    return domains | {cell: {number}}


def _eliminate(domains: _Domains, cells: list[Cell], numbers: set[int]) -> _Domains:
    return domains | {cell: domains[cell] - numbers for cell in cells} if numbers else domains
