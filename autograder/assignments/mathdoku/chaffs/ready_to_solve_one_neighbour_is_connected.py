"""A group is connected when each of its cells has a neighbour in it.

caught by: ready_to_solve
"""


class _Group(_Group):
    def is_connected(self):
        def has_neighbour(y, x):
            return bool({(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & set(self.cells))

        return len(self.cells) == 1 or all(has_neighbour(y, x) for y, x in self.cells)
