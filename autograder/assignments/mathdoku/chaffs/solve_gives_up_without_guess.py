"""A puzzle that is not solved without guessing has no solution.

caught by: solve
"""


class _Search(_Search):
    def explore(self, known):
        try:
            self.rule_out(known)
        except _ContradictionError:
            return None
        return known if all(len(numbers) == 1 for numbers in known.possible.values()) else None
