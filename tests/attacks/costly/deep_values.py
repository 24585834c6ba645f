"""Return values as deep as an answer may be, wide at every level.

double: wrong
secret: wrong
program: crashed
"""


def double(value):
    found = [value]
    for _ in range(55):
        found = [found, {i: [i] * 300 for i in range(11)}]
    return found


def secret():
    return double(0)


if __name__ == "__main__":
    print(double(int(input())))
