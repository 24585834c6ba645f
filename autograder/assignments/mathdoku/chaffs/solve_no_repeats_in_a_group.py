"""No number appears twice in a group.

caught by: solve
"""


class _Group(_Group):
    def combinations(self, domains):
        return [ns for ns in super().combinations(domains) if len(set(ns)) == len(ns)]
