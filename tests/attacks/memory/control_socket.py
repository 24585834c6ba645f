"""Send requests to the jail, over the socket that the fork inherited.

double: pass
secret: crashed
program: pass wrong
"""

import sys


def double(value):
    return value * 2


def secret():
    frame = sys._getframe()
    while "judge" not in vars(frame.f_locals.get("self", object)):
        frame = frame.f_back
    frame.f_locals["self"].judge.send(b'{"op": "kill", "pid": 1}')


if __name__ == "__main__":
    print(double(int(input())))
