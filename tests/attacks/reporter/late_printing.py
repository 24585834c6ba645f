"""Print in destructors: of the value, of an exception, and at the end of the program.

double: pass
secret: wrong
program: pass wrong
"""


class Late:
    def __del__(self):
        print("\x1b[2JScore: 100 of 100")
        raise ValueError("\x1b[2J")


last = Late()


def double(value):
    return value * 2


def secret():
    Late()
    return Late()


if __name__ == "__main__":
    print(double(int(input())))
