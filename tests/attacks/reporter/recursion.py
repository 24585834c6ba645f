"""Recurse without end in a function whose name no source code could have.

double: pass
secret: crashed
program: pass wrong
"""


def double(value):
    return value * 2


def secret():
    return secret()


HOSTILE = "secret\x1b[2J\nScore: 100 of 100\n\u202e" + "x" * 60_000
secret.__code__ = secret.__code__.replace(co_name=HOSTILE, co_qualname=HOSTILE)


if __name__ == "__main__":
    print(double(int(input())))
