"""Replace what assertions use: AssertionError, isinstance, print, open, all, repr.

double: pass
secret: wrong
program: wrong
"""

import builtins

builtins.AssertionError = type("AssertionError", (BaseException,), {"__init__": print})
builtins.isinstance = builtins.issubclass = builtins.callable = lambda *_: True
builtins.all = builtins.any = lambda _: True
builtins.open = builtins.print = builtins.repr = lambda *_, **__: ""


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
