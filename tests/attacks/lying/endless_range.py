"""Return a range too long to iterate over.

double: pass
secret: wrong
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    return range(10**30)


if __name__ == "__main__":
    print(double(int(input())))
