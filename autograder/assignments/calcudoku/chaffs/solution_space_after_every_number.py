"""Every number of a row is printed with a space behind it, the last one too.

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
