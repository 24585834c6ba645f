"""Every character of a line is used as a number, so cell 12 becomes cells 1 and 2.

caught by: get_cages
"""


def get_cages() -> list[list[int]]:
    number_of_cages = int(input("Number of cages: "))
    lines = [input(f"Cage number {i}: ") for i in range(number_of_cages)]
    return [[int(digit) for digit in line if digit != " "] for line in lines]
