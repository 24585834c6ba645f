"""A digit in the square is a number that is already there.

caught by: solve
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def _search(self, domains, rules):
        size = str(len(self._rows))
        for y, x in domains:
            if "1" <= self._rows[y][x] <= size:
                domains = domains | {(y, x): domains[y, x] & {int(self._rows[y][x])}}
        return super()._search(domains, rules)
