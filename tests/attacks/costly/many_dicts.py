"""Return many small dicts, each with a text of its own as its key.

double: wrong
secret: wrong
program: crashed
"""


def double(value):
    return [{str(i): i} for i in range(40_000)]


def secret():
    return double(0)


if __name__ == "__main__":
    print(double(int(input())))
