"""Return as many sets as one answer may hold, which take 70 MiB in the judge's memory.

double: wrong
secret: wrong
program: wrong
"""


def double(value):
    return [set() for _ in range(190_000)]


def secret():
    return double(0)


if __name__ == "__main__":
    print(double(int(input())))
