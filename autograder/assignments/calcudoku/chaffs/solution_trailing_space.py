"""A space is printed after every number of a row, including the last.

caught by: solution
"""


def main():
    cages = get_cages()
    puzzle = [[0] * SIZE for _ in range(SIZE)]
    checks, backtracks = _solve(puzzle, cages)
    print("--Solution--")
    for row in puzzle:
        for number in row:
            print(number, end=" ")
        print()
    print(f"checks: {checks} backtracks: {backtracks}")
