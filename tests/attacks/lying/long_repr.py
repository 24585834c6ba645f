"""Return many objects whose repr is a mebibyte long.

double: pass
secret: wrong
program: pass wrong
"""


class Long:
    def __repr__(self):
        return "x" * (1 << 20)


def double(value):
    return value * 2


def secret():
    return [Long() for _ in range(50)]


if __name__ == "__main__":
    print(double(int(input())))
