"""Raise an exception that invents its own traceback and class.

secret: crashed
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


def secret():
    raise Liar
