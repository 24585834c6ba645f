"""solve prints progress, where only the solution may be printed.

caught by: program
"""

_Right = Mathdoku


class Mathdoku(_Right):
    def solve(self):
        print("solving...")
        return super().solve()
