"""Print one line of as many characters as may be printed, and return one that is longer.

double: wrong
secret: wrong
program: wrong
"""


def double(value):
    print("7" * 99_000)
    return "7" * 3_000_000


def secret():
    return double(0)


if __name__ == "__main__":
    print("7 " * 49_000)
