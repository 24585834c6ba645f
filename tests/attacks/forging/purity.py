"""Change the argument, and claim that it was not changed: this is the worker's own claim, and earns
no more than an honest submission.

double: pass
secret: wrong
program: pass wrong
"""

import json
import os
import sys


def forge(**reply):
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    tree = {"id": frame.f_locals["request"]["id"], "printed": "", "stderr": "", **reply}
    answer = json.dumps(tree).encode()
    data = len(answer).to_bytes(4, "little") + answer
    while data:
        data = data[os.write(61, data) :]


def double(value):
    if type(value) is not list:
        return value * 2
    value *= 2
    forge(value=list(value), shared="")
    os._exit(0)


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
