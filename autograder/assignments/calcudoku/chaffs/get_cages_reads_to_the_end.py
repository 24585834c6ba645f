"""The number of cages is taken for not needed: lines are read until there are none left.

caught by: get_cages
"""


def get_cages() -> list[list[int]]:
    input("Number of cages: ")
    cages: list[list[int]] = []
    while True:
        try:
            line = input(f"Cage number {len(cages)}: ")
        except EOFError:
            return cages
        cages.append([int(word) for word in line.split()])
