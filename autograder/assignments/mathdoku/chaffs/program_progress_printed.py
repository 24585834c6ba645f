"""solve tells what it is doing, where only the solution should be printed.

caught by: program
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        print("solving...")
        return super().solve()
