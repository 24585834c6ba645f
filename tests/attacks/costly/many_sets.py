"""Return many sets, which take far more memory than their encoding.

double: wrong
secret: wrong
program: crashed
"""


def double(value):
    return [set() for _ in range(60_000)]


def secret():
    return double(0)


if __name__ == "__main__":
    print(double(int(input())))
