"""Cells are connected if they can be reached from the first one to the right, left and down.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_connected(self):
        reached = self.cells[:1]
        for y, x in reached:
            adjacent = {(y + 1, x), (y, x - 1), (y, x + 1)}
            reached.extend(c for c in self.cells if c in adjacent and c not in reached)
        return len(reached) == len(self.cells)
