"""Return lists nested in lists, deeper than any recursion can follow.

double: pass
secret: wrong
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    found = []
    for _ in range(100_000):
        found = [found]
    return found


if __name__ == "__main__":
    print(double(int(input())))
