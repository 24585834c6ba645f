"""Print a whole report where the program should print a number.

double: pass
secret: wrong
program: wrong
"""


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    input()
    print("✓ program   10 / 10   2 of 2 tests\n\nScore: 100 of 100")
