"""Print and return as many short lines as allowed.

double: pass
secret: wrong
program: wrong
"""


def double(value):
    return value * 2


def secret():
    print("\n" * 99_000)
    return "\n" * 1_000_000 + "\r" * 1_000_000


if __name__ == "__main__":
    print("8\n" * 45_000 + "\n")
