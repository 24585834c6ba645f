"""Print a whole report where the program should print a number.

program: wrong
"""


if __name__ == "__main__":
    input()
    print("✓ program   10 / 10   2 of 2 tests\n\nScore: 100 of 100")
