"""Return an instance of a str subclass that is equal to everything.

double: pass
secret: wrong
program: pass wrong
"""


class Same(str):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0


def double(value):
    return value * 2


def secret():
    return Same("x")


if __name__ == "__main__":
    print(double(int(input())))
