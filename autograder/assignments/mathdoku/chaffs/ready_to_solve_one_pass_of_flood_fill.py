"""Connected cells are looked for once in each direction.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_connected(self):
        reached = set(self.cells[:1])
        for cells in (self.cells, self.cells[::-1]):
            for y, x in cells:
                if reached & {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)}:
                    reached.add((y, x))
        return len(reached) == len(self.cells)
