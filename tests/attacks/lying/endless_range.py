"""Give back a range of more numbers than anybody can go through.

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
