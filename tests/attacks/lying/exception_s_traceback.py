"""Raise an exception that invents its own traceback and class.

double: pass
secret: crashed
program: pass wrong
"""


class Liar(SyntaxError):
    __class__ = SystemExit
    msg = property(lambda self: 1 / 0)
    filename = property(lambda self: "/etc/passwd")

    @property
    def __traceback__(self):
        return self

    @property
    def tb_frame(self):
        raise KeyboardInterrupt


def double(value):
    return value * 2


def secret():
    raise Liar


if __name__ == "__main__":
    print(double(int(input())))
