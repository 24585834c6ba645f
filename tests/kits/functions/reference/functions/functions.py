"""Four small functions, to measure the cost of grading."""


def add(a: int, b: int) -> int:
    return a + b


def digits(number: int) -> list[int]:
    return [int(digit) for digit in str(number)]


def mirror(text: str) -> str:
    return text[::-1]


def distinct(items: list[int]) -> list[int]:
    return sorted(set(items))
