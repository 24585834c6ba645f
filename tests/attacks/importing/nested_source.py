"""Compile a million nested parentheses.

double: pass
secret: crashed
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    return eval("(" * 1_000_000 + ")" * 1_000_000)


if __name__ == "__main__":
    print(double(int(input())))
