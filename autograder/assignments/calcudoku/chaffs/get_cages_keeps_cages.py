"""The cages are kept in a module-level list, so a second call returns those of the first, too.

caught by: get_cages
"""

_cages: list[list[int]] = []


def get_cages() -> list[list[int]]:
    number_of_cages = int(input("Number of cages: "))
    for i in range(number_of_cages):
        words = input(f"Cage number {i}: ").split()
        _cages.append([int(word) for word in words])
    return _cages
