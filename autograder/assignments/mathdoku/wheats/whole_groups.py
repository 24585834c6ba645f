"""Guess whole groups: try one combination of a group after the other, without domains for cells.

One class does everything, with early returns. Combinations that clash with a group that is already
decided are ruled out; the group with the fewest combinations left is tried next.
"""

from itertools import permutations, product


class Mathdoku:
    def __init__(self):
        self.square, self.lines, self.grid, self.undone = [], [], {}, 0

    def load_puzzle(self, stream):
        self.__init__()
        text = stream.read().split("\n")
        text = [line.split() for line in text if line.split()]
        if not text or any(len(fields) != 1 for fields in text[: len(text[0][0])]):
            return False
        n = len(text[0][0])
        square = [fields[0] for fields in text[:n]]
        if len(square) < n or [len(row) for row in square] != [n] * n:
            return False
        for fields in text[n:]:
            if [len(fields), len(fields[0])] != [3, 1]:
                return False
        self.square, self.lines = square, text[n:]
        return True

    def cells(self, group):
        n = len(self.square)
        return [(r, c) for r, c in product(range(n), repeat=2) if self.square[r][c] == group]

    def ready_to_solve(self):
        n = len(self.square)
        names = [name for name, _, _ in self.lines]
        if n == 0 or len(names) != len(set(names)) or set(names) != set("".join(self.square)):
            return False
        for name, target, operator in self.lines:
            cells = self.cells(name)
            if any(digit not in "0123456789" for digit in target) or int(target) == 0:
                return False
            if not self.connected(set(cells)) or operator not in ("+", "-", "*", "/", "="):
                return False
            if len(cells) != {"=": 1, "-": 2, "/": 2}.get(operator, len(cells)):
                return False
            if n < 9 and len(cells) < 5:
                if not self.ways(cells, int(target), operator):
                    return False
            elif not self.in_range(len(cells), int(target), operator):
                return False
        return True

    def in_range(self, k, target, operator):
        n = len(self.square)
        if operator == "+":
            return k <= target <= k * n
        if operator == "*":
            rest = target
            for prime in (2, 3, 5, 7):
                while prime <= n and rest % prime == 0:
                    rest //= prime
            return rest == 1 and target <= n**k
        return {"-": 1, "/": 2, "=": 1}[operator] <= target <= n - (operator == "-")

    def connected(self, cells):
        waiting = [cells.pop()]
        while waiting:
            r, c = waiting.pop()
            for cell in ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)):
                if cell in cells:
                    cells.remove(cell)
                    waiting.append(cell)
        return not cells

    def ways(self, cells, target, operator):
        """Return all combinations of a group's cells, as dictionaries."""
        n = len(self.square)
        if operator == "-":
            found = [(a, b) for a, b in permutations(range(1, n + 1), 2) if abs(a - b) == target]
            return [dict(zip(cells, way, strict=True)) for way in found]
        if operator == "/":
            found = [(a, b) for a, b in permutations(range(1, n + 1), 2) if a / b == target]
            found += [(b, a) for a, b in found]
            return [dict(zip(cells, way, strict=True)) for way in found]
        open_ways = [({}, target)]
        for left, (r, c) in enumerate(cells, 1 - len(cells)):
            open_ways = [
                ({**way, (r, c): a}, rest - a if operator != "*" else rest // a)
                for way, rest in open_ways
                for a in range(1, n + 1)
                if not (operator == "*" and rest % a) and rest - a >= -left * (operator != "*")
                if all(b != a or (x != r and y != c) for (x, y), b in way.items())
            ]
        return [way for way, rest in open_ways if rest == (1 if operator == "*" else 0)]

    def solve(self):
        self.grid, self.undone = {}, 0
        if not self.ready_to_solve():
            return False
        groups = [(self.cells(name), int(target), sign) for name, target, sign in self.lines]
        small = [group for group in groups if len(group[0]) < 8]
        rest = [group for group in groups if group not in small]
        solved = self.settle([self.ways(*group) for group in small], {}, rest)
        self.grid = solved or {}
        return solved is not None

    def settle(self, groups, grid, large):
        groups = self.narrowed(groups)
        if any(not ways for ways in groups):
            return None
        sure = {cell: a for ways in groups if len(ways) == 1 for cell, a in ways[0].items()}
        open_groups = [ways for ways in groups if len(ways) > 1]
        if not open_groups:
            return self.fill_large({**grid, **sure}, large)
        chosen = min(open_groups, key=len)
        for way in chosen:
            solved = self.settle([[way] if g is chosen else g for g in groups], grid, large)
            if solved:
                return solved
            self.undone += way is not chosen[-1]
        return None

    def fill_large(self, grid, large):
        """Fill groups that have too many combinations to list, one cell at a time."""
        cells = [cell for group in large for cell in group[0] if cell not in grid]
        if not cells:
            return grid if all(self.fits(grid, *group) for group in large) else None
        r, c = cells[0]
        used = {a for (x, y), a in grid.items() if x == r or y == c}
        for a in sorted(set(range(1, len(self.square) + 1)) - used):
            if solved := self.fill_large({**grid, (r, c): a}, large):
                return solved
            self.undone += 1
        return None

    def fits(self, grid, cells, target, operator):
        result = 0 if operator == "+" else 1
        for cell in cells:
            result = result + grid[cell] if operator == "+" else result * grid[cell]
        return result == target

    def narrowed(self, groups):
        """Remove combinations that use a number in a line where another group always uses it."""
        n = len(self.square)
        before = None
        while before != [len(ways) for ways in groups]:
            before = [len(ways) for ways in groups]
            must = {}
            for i, ways in enumerate(groups):
                sets = [{("r", r, a) for (r, _), a in w.items()} for w in ways]
                sets = [
                    s | {("c", c, a) for (_, c), a in w.items()}
                    for s, w in zip(sets, ways, strict=True)
                ]
                for claim in set.intersection(*sets) if sets else ():
                    must.setdefault(claim, set()).add(i)
            groups = [
                [way for way in ways if all(self.free(cell, a, i, must) for cell, a in way.items())]
                for i, ways in enumerate(groups)
            ]
            groups = self.with_places(groups, n)
        return groups

    def free(self, cell, a, i, must):
        claims = (("r", cell[0], a), ("c", cell[1], a))
        return all(must.get(claim, {i}) == {i} for claim in claims)

    def with_places(self, groups, n):
        """Remove combinations that leave a number without a place in a row or column."""
        listed = {cell for ways in groups for way in ways[:1] for cell in way}
        if len(listed) < n * n:
            return groups
        owners = {}
        for i, ways in enumerate(groups):
            for way in ways:
                for (r, c), a in way.items():
                    owners.setdefault(("r", r, a), set()).add(i)
                    owners.setdefault(("c", c, a), set()).add(i)
        only = {}
        for claim, own in owners.items():
            if len(own) == 1:
                only.setdefault(min(own), []).append(claim)
        return [
            [way for way in ways if all(self.puts(way, claim) for claim in only.get(i, ()))]
            for i, ways in enumerate(groups)
        ]

    def puts(self, way, claim):
        kind, line, a = claim
        return any(cell[kind == "c"] == line and b == a for cell, b in way.items())

    def print(self):
        text = ""
        for r, row in enumerate(self.square):
            for c, letter in enumerate(row):
                text += str(self.grid.get((r, c), letter))
            text += "\n"
        return text

    def choices(self):
        return self.undone
