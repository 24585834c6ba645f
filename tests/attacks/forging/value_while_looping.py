"""Forge a value, then keep computing, to avoid the timeout.

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
    return value * 2


def secret():
    forge(value="anything")
    while True:
        pass


if __name__ == "__main__":
    print(double(int(input())))
