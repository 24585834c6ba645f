"""A puzzle that is not solved without guessing has no solution.

caught by: solve
"""


class _Search(_Search):
    def explore(self, possible):
        left = self.ruled_out(possible)
        return left if all(len(numbers) == 1 for numbers in left.values()) else {}
