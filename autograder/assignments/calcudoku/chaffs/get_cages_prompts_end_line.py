"""Each prompt is printed on a separate line.

caught by: get_cages
"""


def get_cages() -> list[list[int]]:
    print("Number of cages: ")
    cages = []
    for i in range(int(input())):
        print(f"Cage number {i}: ")
        cages.append([int(word) for word in input().split()])
    return cages
