"""Every board is expected to have five rows and columns.

caught by: check_rows_valid
"""


def check_rows_valid(puzzle: list[list[int]]) -> bool:
    for y in range(5):
        for x in range(5):
            for other in range(x):
                if puzzle[y][x] != 0 and puzzle[y][x] == puzzle[y][other]:
                    return False
    return True
