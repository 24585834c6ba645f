"""Return combining marks in the wrong order, which normalization sorts in quadratic time.

double: wrong
secret: wrong
program: wrong
"""

MARKS = "\u0300\u0316"


def double(value):
    return "a" + MARKS * 120_000


def secret():
    return double(0)


if __name__ == "__main__":
    print("8" + MARKS * 20_000)
