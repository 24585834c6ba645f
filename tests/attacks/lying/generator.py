"""Return a generator that never ends.

double: pass
secret: wrong
program: pass wrong
"""


def endless():
    while True:
        yield 1


def double(value):
    return value * 2


def secret():
    return endless()


if __name__ == "__main__":
    print(double(int(input())))
