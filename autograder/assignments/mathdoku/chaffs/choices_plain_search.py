"""Numbers are tried in reading order, and a group is checked only when it is full.

caught by: choices
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        self._solution, self._choices = {}, 0
        if not self.ready_to_solve():
            return False
        self._group_of = {cell: group for group in self._groups for cell in group.cells}
        self._cells = sorted(self._group_of)
        return self._fill(0)

    def _fill(self, index):
        if index == len(self._cells):
            return True
        (y, x), grid = self._cells[index], self._solution
        group = self._group_of[y, x]
        for number in range(1, len(self._rows) + 1):
            if not any(n == number and (y == v or x == u) for (v, u), n in grid.items()):
                grid[y, x] = number
                numbers = tuple(grid[cell] for cell in group.cells if cell in grid)
                partial = len(numbers) < len(group.cells)
                if (partial or _FITS[group.operator](numbers, group.target)) and self._fill(
                    index + 1
                ):
                    return True
                self._choices += 1
                del grid[y, x]
        return False
