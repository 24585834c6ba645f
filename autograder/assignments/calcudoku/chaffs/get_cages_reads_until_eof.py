"""The number of cages is ignored: lines are read until the input ends.

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
