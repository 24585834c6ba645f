"""The prompts number the cages from 1.

caught by: get_cages
"""


def get_cages() -> list[list[int]]:
    number_of_cages = int(input("Number of cages: "))
    prompts = [f"Cage number {i + 1}: " for i in range(number_of_cages)]
    return [[int(word) for word in input(prompt).split()] for prompt in prompts]
