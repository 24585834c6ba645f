"""Compile source with null bytes.

double: pass
secret: crashed
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    return eval("1\0 + 1")


if __name__ == "__main__":
    print(double(int(input())))
