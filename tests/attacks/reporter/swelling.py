"""Return tables whose safe rendering is ten times as long.

double: wrong
secret: wrong
program: wrong
"""


class Swelling:
    def __repr__(self):
        return "\U000e0001" * 200


def double(value):
    return [[Swelling()] * (4 + (value != [1]))] * 15


def secret():
    return [[Swelling()] * 4] * 15


if __name__ == "__main__":
    for _ in range(12):
        print("\x1b" * 80 + "\t\x01" * 80)
