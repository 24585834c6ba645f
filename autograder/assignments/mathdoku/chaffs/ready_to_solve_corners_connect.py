"""Cells that touch at a corner are connected.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_connected(self):
        reached = self.cells[:1]
        for y, x in reached:
            near = [c for c in self.cells if abs(c[0] - y) <= 1 and abs(c[1] - x) <= 1]
            reached.extend(cell for cell in near if cell not in reached)
        return len(reached) == len(self.cells)
