"""Return a class whose metaclass makes it equal to everything.

double: pass
secret: wrong
program: pass wrong
"""


class Meta(type):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0


class Same(metaclass=Meta):
    pass


def double(value):
    return value * 2


def secret():
    return Same


if __name__ == "__main__":
    print(double(int(input())))
