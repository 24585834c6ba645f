"""Return an object whose comparison and hash never end.

double: pass
secret: wrong
program: pass wrong
"""


class Endless:
    hashed = 0

    def __eq__(self, other):
        while True:
            pass

    def __hash__(self):
        Endless.hashed += 1
        if Endless.hashed > 1:
            self.__eq__(self)
        return 0


def double(value):
    return value * 2


def secret():
    return {Endless(): Endless()}


if __name__ == "__main__":
    print(double(int(input())))
