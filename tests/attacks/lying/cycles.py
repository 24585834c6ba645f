"""Return a value that contains itself many times.

double: pass
secret: wrong
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    found = []
    found.extend([found, (found, {1: found})] * 1000)
    return found


if __name__ == "__main__":
    print(double(int(input())))
