"""Return an object whose repr never ends.

double: pass
secret: timed_out
program: pass wrong
"""


class Endless:
    def __repr__(self):
        while True:
            pass


def double(value):
    return value * 2


def secret():
    return Endless()


if __name__ == "__main__":
    print(double(int(input())))
