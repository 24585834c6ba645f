"""Print as many short lines as may be printed, all different from what is expected.

double: wrong
secret: wrong
program: wrong
"""


def double(value):
    print("\n" * 99_000)
    return ["\n" * 9] * 190_000


def secret():
    return double(0)


if __name__ == "__main__":
    print("7\n" * 49_000)
