"""The number of cages is printed before the search starts.

caught by: program
"""

_solve = solve


def solve(cages):
    print(len(cages), "cages")
    return _solve(cages)
