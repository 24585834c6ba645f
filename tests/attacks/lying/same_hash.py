"""Return a dictionary of integers that all have one hash.

double: pass
secret: crashed
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    return {n * ((1 << 61) - 1): n for n in range(2000)}


if __name__ == "__main__":
    print(double(int(input())))
