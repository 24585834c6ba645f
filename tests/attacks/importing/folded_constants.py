"""Compile a line whose constant fills the memory.

double: pass
secret: out_of_memory
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    return eval("('x' * 2**20) * 2**20 + 'y' * 10**12")


if __name__ == "__main__":
    print(double(int(input())))
