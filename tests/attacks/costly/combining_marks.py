"""Return a text of combining marks in the wrong order: Unicode's normalization of it takes hours.

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
