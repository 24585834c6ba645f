"""The search keeps a stack; groups are joined by union-find, and lists of ways replace domains.

A way is a combination of numbers for the cells of a group.
"""

import re
from math import prod


def pieces(cells):
    """Return how many pieces these cells form."""
    leader = {cell: cell for cell in cells}

    def find(cell):
        while leader[cell] != cell:
            cell = leader[cell]
        return cell

    for y, x in cells:
        for neighbour in ((y + 1, x), (y, x + 1)):
            if neighbour in leader:
                leader[find(neighbour)] = find((y, x))
    return len({find(cell) for cell in cells})


def gives(way, target, operator):
    if operator in "-/":
        low, high = sorted(way)
        return high - low == target if operator == "-" else high == low * target
    return (prod(way) if operator == "*" else sum(way)) == target


class Mathdoku:
    def __init__(self):
        self.square, self.rules, self.found, self.undone = [], [], {}, 0

    def load_puzzle(self, stream):
        self.__init__()
        lines = re.findall(r"\S(?:.*\S)?", stream.read())
        size = len(lines[0]) if lines else 1
        row, rule = re.compile(rf"\S{{{size}}}"), re.compile(r"(\S)\s+(\S+)\s+(\S+)")
        square, rest = lines[:size], [rule.fullmatch(line) for line in lines[size:]]
        if len(square) < size or not all(map(row.fullmatch, square)) or None in rest:
            return False
        self.square, self.rules = square, [match.groups() for match in rest]
        return True

    def cells(self, name):
        rows = enumerate(self.square)
        return [(y, x) for y, row in rows for x, character in enumerate(row) if character == name]

    def ready_to_solve(self):
        names = [name for name, *_ in self.rules]
        if not self.square or sorted(names) != sorted({*"".join(self.square)}):
            return False
        return all(self.is_possible(*rule) for rule in self.rules)

    def is_possible(self, name, target, operator):
        size, cells = len(self.square), self.cells(name)
        if not re.fullmatch("[0-9]{1,90}", target) or pieces(cells) > 1:
            return False
        number, count = int(target), len(cells)
        if operator in ("+", "*", "=") and count == 1:
            return 1 <= number <= size
        if operator == "+":
            return count <= number <= count * size
        if operator == "*":
            left = number
            for factor in range(size, 1, -1):
                while left and left % factor == 0:
                    left //= factor
            return left == 1 and number <= size**count
        least = {"-": 1, "/": 2}.get(operator, size + 1)
        return count == 2 and least <= number <= size - (operator == "-")

    def solve(self):
        self.found, self.undone = {}, 0
        if not self.ready_to_solve():
            return False
        size = len(self.square)
        groups = [(self.cells(name), int(target), op) for name, target, op in self.rules]
        stack = [{(y, x): {*range(1, size + 1)} for y in range(size) for x in range(size)}]
        while stack:
            possible = stack.pop()
            if not reduced(possible, groups, size):
                self.undone += len(stack) > 0
                continue
            sizes = sorted((len(numbers), cell) for cell, numbers in possible.items())
            if sizes[-1][0] == 1:
                self.found = {cell: number for cell, [number] in possible.items()}
                return True
            cell = next(cell for count, cell in sizes if count > 1)
            guess = min(possible[cell])
            others = {c: {*numbers} for c, numbers in possible.items()}
            others[cell].remove(guess)
            stack += [others, {**possible, cell: {guess}}]
        return False

    def print(self):
        text = ""
        for y, row in enumerate(self.square):
            for x, character in enumerate(row):
                text += str(self.found[y, x]) if self.found else character
            text += "\n"
        return text

    def choices(self):
        return self.undone


def ways(cells, possible):
    found = [()]
    for i, (y, x) in enumerate(cells):
        clash = [j for j in range(i) if cells[j][0] == y or cells[j][1] == x]
        found = [
            (*way, number)
            for way in found
            for number in possible[y, x]
            if number not in [way[j] for j in clash]
        ]
    return found


def reduced(possible, groups, size):
    """Rule numbers out, in place, until nothing changes; return whether each cell has one left."""
    lines = [[(y, x) for x in range(size)] for y in range(size)]
    lines += [[(y, x) for y in range(size)] for x in range(size)]
    before = None
    while before != possible and all(possible.values()):
        before = {cell: {*numbers} for cell, numbers in possible.items()}
        for line in lines:
            for number in range(1, size + 1):
                places = [cell for cell in line if number in possible[cell]]
                if len(places) == 1:
                    possible[places[0]] = {number}
            for cell in line:
                if len(possible[cell]) == 1:
                    for other in line:
                        if other != cell:
                            possible[other] = possible[other] - possible[cell]
        for cells, target, operator in groups:
            if prod(len(possible[cell]) for cell in cells) > 20000:
                continue
            fitting = [way for way in ways(cells, possible) if gives(way, target, operator)]
            for i, cell in enumerate(cells):
                possible[cell] = {way[i] for way in fitting}
    return all(possible.values())
