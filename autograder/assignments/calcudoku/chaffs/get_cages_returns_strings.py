"""The words of a line are not converted to numbers.

caught by: get_cages
"""


def get_cages() -> list[list[int]]:
    number_of_cages = int(input("Number of cages: "))
    return [input(f"Cage number {i}: ").split() for i in range(number_of_cages)]
