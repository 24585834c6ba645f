"""Numbers are tried in reading order, and a group is checked when it is full.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        self._choices = 0
        self._solution = {}
        if not self.ready_to_solve():
            return False
        cells = _groups(self._puzzle)
        groups = {c.group: _Group(cells[c.group], c) for c in self._puzzle.constraints}
        self._group_of = {cell: groups[name] for name in cells for cell in cells[name]}
        self._rest = sorted(self._group_of)
        return self._fill(0)

    def _fill(self, index):
        if index == len(self._rest):
            return True
        cell, grid = self._rest[index], self._solution
        group = self._group_of[cell]
        for number in range(1, len(self._puzzle.rows) + 1):
            if not any(_share(cell, other) and n == number for other, n in grid.items()):
                grid[cell] = number
                numbers = tuple(grid[other] for other in group.cells if other in grid)
                full = len(numbers) == len(group.cells)
                if (group.fits(numbers) if full else True) and self._fill(index + 1):
                    return True
                self._choices += 1
                del grid[cell]
        return False
